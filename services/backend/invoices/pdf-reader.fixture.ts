import { inflateSync } from 'node:zlib'

/** The content of a PDF of ours, read from its bytes. */
export interface ReadPdf {
  /** One line for each element of the structure, indented: `TH/Column Netto`. */
  structure: string[]
  /** Texts of artifacts: what is no content. */
  artifacts: string[]
  /** Drawing operators that are neither content nor artifact. */
  unmarked: string[]
  pages: number
  catalog: string
  info: string
  metadata: string
  /** Font descriptors, and how many of them have their font inside. */
  fonts: { all: number; embedded: number }
  attachment: { description: string; bytes: string } | null
}

/** Reads a PDF whose table of objects is a stream. */
export function readPdf(pdf: Uint8Array): ReadPdf {
  const file = Buffer.from(pdf)
  const bodies = objectsOf(file)
  const body = (id: number) => bodies.get(id)?.toString('latin1') ?? ''
  const trailer = file.toString('latin1', tableOf(file), tableOf(file) + 400)
  const catalog = body(reference(trailer, 'Root'))
  const all = [...bodies.keys()].map(body)
  const pageIds = references(body(reference(catalog, 'Pages')), 'Kids')
  const contents = pageIds.map((id) =>
    readContent(stream(bodies.get(reference(body(id), 'Contents'))), fontsOf(id)),
  )
  const files = references(catalog, 'AF')

  function fontsOf(pageId: number): Map<string, string[]> {
    const resources = body(reference(body(pageId), 'Resources'))
    const listed = /\/Font <<(.*?)>>/s.exec(resources)?.[1] ?? ''
    return new Map(
      [...listed.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name = '', id]) => {
        const map = stream(bodies.get(reference(body(Number(id)), 'ToUnicode'))).toString('latin1')
        const ranges = [...map.matchAll(/<\w+> <\w+> \[(.*?)\]/g)].flatMap(([, texts = '']) =>
          texts.split(' '),
        )
        return [name, ranges.map((hex) => Buffer.from(hex.slice(1, -1), 'hex').swap16().toString('utf16le'))]
      }),
    )
  }

  function outline(id: number, depth: number): string[] {
    const element = body(id)
    const scope = /\/Scope \/(\w+)/.exec(element)?.[1]
    const page = pageIds.indexOf(reference(element, 'Pg'))
    const kids = /\/K \[(.*?)\]/s.exec(element)?.[1] ?? ''
    const own = [...kids.replaceAll(/\d+ 0 R/g, '').matchAll(/\d+/g)].map(
      ([mcid]) => contents[page]?.marked[Number(mcid)],
    )
    const name = `${/\/S \/(\w+)/.exec(element)?.[1]}${scope ? `/${scope}` : ''}`
    return [
      `${'  '.repeat(depth)}${[name, ...own].join(' ')}`.trimEnd(),
      ...references(element, 'K').flatMap((kid) => outline(kid, depth + 1)),
    ]
  }

  return {
    structure: references(body(reference(catalog, 'StructTreeRoot')), 'K').flatMap((id) => outline(id, 0)),
    artifacts: contents.flatMap(({ artifacts }) => artifacts),
    unmarked: contents.flatMap(({ unmarked }) => unmarked),
    pages: pageIds.length,
    catalog,
    info: references(body(reference(trailer, 'Info')), '')
      .map(body)
      .join(''),
    metadata: stream(bodies.get(reference(catalog, 'Metadata'))).toString(),
    fonts: {
      all: all.filter((each) => /\/Type \/FontDescriptor/.test(each)).length,
      embedded: all.filter((each) => /\/FontFile2 \d+ 0 R/.test(each)).length,
    },
    attachment:
      files.map((id) => ({
        description: body(id) + body(reference(body(id), 'F')).split('stream')[0],
        bytes: stream(bodies.get(reference(body(id), 'F'))).toString(),
      }))[0] ?? null,
  }
}

/** Objects by number: those of their own, and those that are packed into a stream. */
function objectsOf(file: Buffer): Map<number, Buffer> {
  const start = tableOf(file)
  const table = stream(file.subarray(start))
  const entries = Array.from({ length: table.length / 7 }, (_, id) => ({
    id,
    kind: table.readUInt8(id * 7),
    offset: table.readUInt32BE(id * 7 + 1),
    index: table.readUInt16BE(id * 7 + 5),
  }))
  const own = new Map(
    entries.flatMap(({ id, kind, offset }) => {
      if (kind !== 1) return []
      const head = `${id} 0 obj\n`
      if (file.toString('latin1', offset, offset + head.length) !== head) throw new Error(`No object ${id}`)
      return [[id, file.subarray(offset + head.length, file.indexOf('\nendobj\n', offset))]]
    }),
  )
  const packs = new Map(
    entries.filter(({ kind }) => kind === 2).map(({ offset }) => [offset, unpacked(own.get(offset))]),
  )
  for (const { id, kind, offset, index } of entries) {
    if (kind !== 2) continue
    const found = packs.get(offset)?.[index]
    if (found?.id !== id) throw new Error(`No packed object ${id}`)
    own.set(id, found.body)
  }
  return own
}

function tableOf(file: Buffer): number {
  return Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file.toString('latin1', file.length - 40))?.[1])
}

function unpacked(pack: Buffer | undefined): { id: number; body: Buffer }[] {
  const content = stream(pack)
  const first = Number(/\/First (\d+)/.exec(pack?.toString('latin1', 0, 200) ?? '')?.[1])
  const index = [...content.toString('latin1', 0, first).matchAll(/(\d+) (\d+) /g)]
  return index.map(([, id, offset], at) => {
    const end = index[at + 1]?.[2]
    return {
      id: Number(id),
      body: content.subarray(first + Number(offset), end ? first + Number(end) : content.length),
    }
  })
}

function stream(object: Buffer | undefined): Buffer {
  if (!object) throw new Error('No such stream')
  const begin = object.indexOf('stream\n') + 7
  const head = object.toString('latin1', 0, begin)
  const bytes = object.subarray(begin, begin + Number(/\/Length (\d+)/i.exec(head)?.[1]))
  return head.includes('/FlateDecode') ? inflateSync(bytes) : bytes
}

function reference(object: string, key: string): number {
  return Number(new RegExp(`/${key} (\\d+) 0 R`).exec(object)?.[1])
}

/** Objects of a list, or without key all that an object refers to. */
function references(object: string, key: string): number[] {
  const listed = key === '' ? object : (new RegExp(`/${key} \\[(.*?)\\]`, 's').exec(object)?.[1] ?? '')
  return [...listed.matchAll(/(\d+) 0 R/g)].map(([, id]) => Number(id))
}

/** Reads the operators of a page: which text is in which marked content. */
function readContent(content: Buffer, fonts: Map<string, string[]>) {
  const marked: Record<number, string> = {}
  const artifacts: string[] = []
  const unmarked: string[] = []
  let open: { mcid: number | null; text: string } | null = null
  let letters: string[] = []
  for (const [operation, artifact, mcid, font, shown] of content
    .toString('latin1')
    .matchAll(
      /(\/Artifact) <<.*?>> BDC|\/\w+ <<\s*\/MCID (\d+)\s*>> BDC|\/(\w+) [\d.]+ Tf|\[(.*?)\] TJ|\bEMC\b|\bS\n/gs,
    )) {
    if (artifact || mcid) {
      if (open) unmarked.push(`nested ${operation}`)
      open = { mcid: mcid ? Number(mcid) : null, text: '' }
    } else if (font) letters = fonts.get(font) ?? []
    else if (operation === 'EMC') {
      if (open?.mcid != null) marked[open.mcid] = open.text
      else if (open?.text) artifacts.push(open.text)
      open = null
    } else if (!open) unmarked.push(operation)
    else if (shown) {
      const glyphs = [...shown.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      open.text += glyphs.map((glyph) => letters[Number.parseInt(glyph, 16)] ?? '\0').join('')
    }
  }
  return { marked, artifacts, unmarked }
}
