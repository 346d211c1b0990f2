import { inflateSync } from 'node:zlib'

/** What a PDF of ours says, read from its bytes. */
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

/** Reads a PDF as pdfkit writes it: an object to a number, a table of their places at the end. */
export function readPdf(pdf: Uint8Array): ReadPdf {
  const file = Buffer.from(pdf)
  const bodies = objectsOf(file)
  const body = (id: number) => bodies.get(id)?.toString('latin1') ?? ''
  const trailer = file.toString('latin1', file.lastIndexOf('trailer'))
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

function objectsOf(file: Buffer): Map<number, Buffer> {
  const start = Number(/startxref\n(\d+)/.exec(file.toString('latin1', file.length - 40))?.[1])
  const [, , ...rows] = file.toString('latin1', start).split('\n')
  const places = rows.filter((row) => row.endsWith(' n ')).map((row) => Number(row.slice(0, 10)))
  const ends = [...places, start].toSorted((one, other) => one - other)
  return new Map(
    places.map((place, index) => {
      const head = `${index + 1} 0 obj\n`
      if (file.toString('latin1', place, place + head.length) !== head)
        throw new Error(`No object ${index + 1}`)
      return [index + 1, file.subarray(place + head.length, ends[ends.indexOf(place) + 1])]
    }),
  )
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
