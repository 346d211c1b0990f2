import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test as base } from '@playwright/test'
import { freePort, type Product, startProduct } from './server.ts'

/* Errors of a page, at an installation with `SENTRY_DSN` and at one without. */

interface Reporting {
  product: Product
  /** What arrived where errors are reported: address, headers and body in one text. */
  received: string[]
}

const test = base.extend<{ clear: void }, { reporting: Reporting }>({
  reporting: [
    // Playwright reads the names of the fixtures from the pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const received: string[] = []
      const server = createServer((request, response) => {
        let body = ''
        request.setEncoding('utf8').on('data', (text: string) => (body += text))
        request.on('end', () => {
          received.push([request.url, JSON.stringify(request.headers), body].join('\n'))
          response.writeHead(200, { 'access-control-allow-origin': '*' }).end('{}')
        })
      })
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      const dataDir = await mkdtemp(join(tmpdir(), 'werkbank-reports-'))
      const product = await startProduct(dataDir, await freePort(), {
        SENTRY_DSN: `http://key:PASSWORD@localhost:${port}/errors/7`,
      })
      await use({ product, received })
      await product.stop('SIGTERM')
      await rm(dataDir, { recursive: true })
      server.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  clear: [
    async ({ reporting }, use) => {
      reporting.received.length = 0
      await use()
    },
    { auto: true },
  ],
})
test.describe.configure({ mode: 'serial' })

/** Opens a page with secrets all over it, and waits until its code runs. */
async function open(page: Page, url: string): Promise<void> {
  await page.addInitScript(() => {
    document.cookie = 'secret=CANARY'
    localStorage.setItem('secret', 'CANARY')
  })
  await page.goto(`${url}/maschinen?token=CANARY&message=CANARY#CANARY`)
  await page.keyboard.press('Shift')
  await expect(page.locator('html[data-hydrated]')).toHaveCount(1)
}

/** Throws an error that no code catches, so many times. */
const fail = (page: Page, message: string, times = 1) =>
  page.evaluate(
    ([text, count]) => {
      const error = new TypeError(`${text} at ${location.href}`)
      for (let left = count; left > 0; left--)
        setTimeout(() => {
          throw error
        })
    },
    [message, times] as const,
  )

/** Addresses of the code that reports errors, as a page asks for them. */
function reportingCode(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/error-client-[^/]*\.js$/.test(request.url())) asked.push(request.url())
  })
  return asked
}

test('an error that no code catches is reported once, without a secret', async ({ page, reporting }) => {
  const { product, received } = reporting
  const asked = reportingCode(page)
  const violations: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text())
  })
  await open(page, product.url)
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  expect(await page.content()).not.toContain('PASSWORD')

  await fail(page, 'broken', 100)
  await expect.poll(() => received.length).toBe(1)
  await page.evaluate(() => void Promise.reject(new Error('rejected')))
  await expect.poll(() => received.length).toBe(2)
  expect(asked).toHaveLength(1)

  const [first = '', second = ''] = received
  expect(first.split('\n')[0]).toMatch(/^\/errors\/api\/7\/envelope\//)
  const event = JSON.parse(first.split('\n')[4] ?? '')
  expect(event).toMatchObject({
    release: await page.locator('html').getAttribute('data-build'),
    environment: 'development',
    tags: { path: '/maschinen' },
    exception: { values: [{ type: 'TypeError', value: `broken at ${product.url}/maschinen` }] },
  })
  for (const part of ['request', 'user', 'breadcrumbs']) expect(event).not.toHaveProperty(part)
  expect(second).toContain('rejected')
  expect(received.join('\n')).not.toMatch(/CANARY|PASSWORD|cookie|referer/i)
  expect(violations).toEqual([])
})

for (const blocked of ['the code that reports', 'the receiver'] as const) {
  test(`where ${blocked} cannot be reached, the page stays as it is`, async ({ page, reporting }) => {
    const { product, received } = reporting
    const address = blocked === 'the receiver' ? '**/errors/api/**' : '**/error-client-*.js'
    const failed = page.waitForEvent('requestfailed', (request) =>
      /\/errors\/api\/|error-client-/.test(request.url()),
    )
    await page.route(address, (route) => route.abort())
    let loads = 0
    page.on('load', () => loads++)
    const thrown: string[] = []
    page.on('pageerror', ({ message }) => thrown.push(message.slice(0, 6)))
    await open(page, product.url)
    await fail(page, 'broken')
    await failed
    // A reload, or an error of the report itself, would come before the answer to this.
    await page.evaluate(() => new Promise((done) => setTimeout(done)))
    await page.waitForLoadState('networkidle')
    expect({ loads, thrown, received }).toEqual({ loads: 1, thrown: ['broken'], received: [] })
  })
}

test('without an address for reports nothing is loaded for them', async ({ page, baseURL }) => {
  const asked = reportingCode(page)
  await open(page, baseURL ?? '')
  await fail(page, 'broken')
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  await expect(page.locator('html[data-error-reports]')).toHaveCount(0)
})
