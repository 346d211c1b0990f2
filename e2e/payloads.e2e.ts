import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hostileContent, rootTypes } from '../app/blocks/hostile-content.fixture.ts'
import { payloads } from '../app/blocks/payloads.fixture.ts'
import { createLog } from '../platform/log.ts'
import { createPictures } from '../platform/images/render-image.ts'
import { createHttpServer, listen } from '../platform/http/serve.ts'
import { createContent } from '../services/content/content.ts'
// Not the journeys' own page: the policy may refuse pictures of other hosts here, and says so on the console.
import { expect, type Page, test } from '@playwright/test'
import { freePort, type Product, startProduct } from './server.ts'

let product: Product
let folder: string
const ends: (() => Promise<unknown>)[] = []

/** The whole product on a content service of its own, whose every story is hostile. */
test.beforeAll(async () => {
  // The lists are large, and the machine may have other work.
  test.setTimeout(180_000)
  folder = await mkdtemp(join(tmpdir(), 'werkbank-payloads-'))
  ends.push(() => rm(folder, { recursive: true }))
  await writeStories(join(folder, 'content'))
  const content = createContent({
    folder: join(folder, 'content'),
    publicToken: 'public',
    previewToken: 'preview',
    assetBase: '',
    reload: false,
    pictures: createPictures(),
    log: createLog('silent'),
  })
  const service = await listen(createHttpServer(), {
    middlewares: [],
    fetch: answeringOnce(content),
    port: 0,
    host: '127.0.0.1',
    trustProxy: false,
  })
  ends.unshift(service.close)
  product = await startProduct(join(folder, 'data'), await freePort(), {
    STORYBLOK_ENDPOINT: `http://127.0.0.1:${service.port}/v2`,
    // One warning for each payload that is no known kind of block says nothing here.
    LOG_LEVEL: 'error',
  })
  ends.unshift(() => product.stop('SIGTERM'))
  // The first lists come too late for the site, which asks again after a pause.
  const first = async () => (await fetch(`${product.url}/p-0`)).status
  await expect.poll(first, { timeout: 120_000 }).toBe(200)
})

test.afterAll(async () => {
  for (const end of ends) await end()
})

/** Answers each address once and repeats it: the lists are 45 MB, each takes half a second, and ten are asked for at once. */
function answeringOnce(service: (request: Request) => Promise<Response>) {
  const answers = new Map<string, Promise<Response>>()
  return async (request: Request) => {
    const answer = answers.get(request.url) ?? service(request)
    answers.set(request.url, answer)
    return (await answer).clone()
  }
}

async function writeStories(content: string): Promise<void> {
  await mkdir(join(content, 'stories'), { recursive: true })
  for (const part of ['space.json', 'datasources'])
    await cp(join('content', part), join(content, part), { recursive: true })
  const stories = [['home', 'page', '</script>'], ...payloads.flatMap(inItsRoots)] as const
  for (const [index, [slug, root, payload]] of stories.entries()) {
    const story = {
      id: index + 1,
      uuid: `6f5b1f0a-1a51-4a63-9d0b-${String(index).padStart(12, '0')}`,
      name: payload.replaceAll('\u0000', ' ') || slug,
      slug,
      created_at: '2026-01-01T10:00:00.000Z',
      published_at: '2026-01-02T10:00:00.000Z',
      // The first ten stand in the frame of every page.
      content: { ...hostileContent(root as 'page', payload), ...(index < 10 && { menu: 'main' }) },
    }
    await writeFile(join(content, 'stories', `${slug}.json`), JSON.stringify(story))
  }
}

/** Every payload in a page with every block, and in one of the other kinds of story. */
function inItsRoots(payload: string, index: number): [slug: string, root: string, payload: string][] {
  const other = rootTypes[1 + (index % (rootTypes.length - 1))] ?? 'machine'
  return [
    [`p-${index}`, 'page', payload],
    [`q-${index}`, other, payload],
  ]
}

// One product for all of them; a trace of a page costs more than the page.
test.describe.configure({ mode: 'default' })
test.use({ trace: 'off' })

const perTest = 20
const firsts = payloads.map((_, index) => index).filter((index) => index % perTest === 0)

for (const first of firsts) {
  test(`payloads from ${first + 1} on: none runs, none leaves its place`, async ({ context }) => {
    const some = payloads.slice(first, first + perTest)
    await Promise.all(
      ['p', 'q'].map(async (kind) => {
        const addresses = some.map((payload, index) => [`/${kind}-${first + index}`, payload] as const)
        await visit(await context.newPage(), addresses)
      }),
    )
  })
}

/** Opens one page after the other and looks at what became of its payload. */
async function visit(page: Page, addresses: (readonly [path: string, payload: string])[]): Promise<void> {
  const abroad: string[] = []
  const broken: string[] = []
  page.on('pageerror', ({ message }) => void broken.push(message))
  page.on('dialog', (dialog) => void dialog.dismiss())
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(product.url)) abroad.push(request.url())
  })
  await page.addInitScript(() => {
    const seen = { ran: 0, refused: [] as string[] }
    Object.assign(globalThis, { __seen: seen, __ran: () => seen.ran++ })
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      // A picture of another host is refused by the policy: that is what it is for.
      if (effectiveDirective !== 'img-src') seen.refused.push(`${effectiveDirective} ${blockedURI}`)
    })
  })
  for (const [path, payload] of addresses) {
    const answer = await page.goto(product.url + path)
    expect(answer?.status(), payload).toBe(200)
    expect(await page.evaluate(looked), payload).toEqual({
      ran: 0,
      refused: [],
      foreign: [],
      harmful: [],
      frame: ['.site-header 1', 'main 1', '.site-footer 1', 'main h1 1', 'footer last'],
    })
  }
  expect({ abroad, broken }).toEqual({ abroad: [], broken: [] })
}

/** What a page has become of its payload; runs in the browser. */
function looked() {
  const { __seen: seen } = globalThis as unknown as { __seen: { ran: number; refused: string[] } }
  const all = [...document.querySelectorAll('*')]
  const elements =
    'main :is(script:not([type="application/ld+json"]), iframe, object, embed, base, meta, style, form, template, textarea), ' +
    'base, iframe, object, embed, template, meta[http-equiv], script[src^="data:"], script[src*="evil"], link[href*="evil"]'
  const harmful = all.flatMap((element) =>
    [...element.attributes].flatMap(({ name, value }) => {
      const isAddress = ['href', 'src', 'action', 'formaction', 'xlink:href'].includes(name)
      const protocol = isAddress ? new URL(value, location.href).protocol : 'https:'
      // The icon of the site is inline, in the head, which no content reaches.
      const isIcon = name === 'href' && element.matches('head > link[rel="icon"]')
      const isFine = isIcon || ['http:', 'https:', 'mailto:', 'tel:'].includes(protocol)
      return /^on|^style$|^srcdoc$|^ping$/.test(name) || !isFine
        ? [`${element.localName} ${name}=${value}`]
        : []
    }),
  )
  const count = (selector: string) => `${selector} ${document.querySelectorAll(selector).length}`
  const isLast = document
    .querySelector('main')
    ?.compareDocumentPosition(document.querySelector('.site-footer') ?? document)
  return {
    ran: seen.ran,
    refused: seen.refused,
    foreign: [...document.querySelectorAll(elements)].map(({ outerHTML }) => outerHTML.slice(0, 200)),
    harmful,
    frame: [
      ...['.site-header', 'main', '.site-footer', 'main h1'].map((part) => count(part)),
      isLast === Node.DOCUMENT_POSITION_FOLLOWING ? 'footer last' : 'footer lost',
    ],
  }
}
