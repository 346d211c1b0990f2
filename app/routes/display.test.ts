import { expect, test } from 'vitest'
import { aBooking, canary } from '../booking/booking.fixture.ts'
import '../i18n/message-files.server.ts'
import { dataRequest } from './data/data.fixture.ts'
import { loader } from './display.tsx'

const config = {
  publicUrl: 'https://halle9.example',
  buildId: 'b1',
  identity: { domain: 'https://halle9.example' },
  backendUrl: 'https://halle9.example/api',
  connectorUrl: 'https://halle9.example/connector/v1',
}

function ask(path: string, given: Parameters<typeof dataRequest>[1] = {}) {
  const { args } = dataRequest(path, {
    ...given,
    services: { config, content: { storiesOfType: async () => [] }, ...given.services },
  })
  const request = args as unknown as { request: Request }
  return loader({
    ...request,
    url: new URL(request.request.url),
    params: { space: path.split('?')[0]?.split('/').at(-1) },
  } as never)
}

test('shows the day, uncached, with its own script allowed', async () => {
  const answer = await ask('/display/1', { bookings: [aBooking('2026-11-21T12:00', '2026-11-21T13:00')] })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  expect(answer.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[^']+'/)
  const html = await answer.text()
  expect(html).toContain('frei bis 12:00\u00a0Uhr')
  expect(html).not.toContain('style=')
})

test('shows the hall of the home page with the state of each machine that stands in it', async () => {
  const filename = 'https://halle9.example/content/f/1/0x0/0123456789/display-hall.svg'
  const drawing = (slug: string) =>
    `<svg viewBox="0 0 9 9"><g data-machine="${slug}"><circle class="sign" cx="4" cy="5"/><path class="area" d="M0 0h9"/></g></svg>`
  const page = (slug: string) =>
    ask('/display/1', {
      services: {
        config,
        content: {
          story: async () => ({
            content: {
              component: 'page',
              body: [{ component: 'hero', drawing: { filename: slug + filename } }],
            },
          }),
          storiesOfType: async () => [
            { content: { resource: 1, title: 'Laser' }, addresses: { de: '/maschinen/laser' } },
          ],
        },
        readAsset: async () => drawing(slug),
      },
    }).then((answer) => answer.text())
  expect(await page('laser')).toMatch(
    /<g transform="translate\(4 5\)"><g class="state-sign" data-state="free">/,
  )
  // The drawing of another hall says nothing about this one.
  expect(await page('saw')).not.toContain('state-sign')
})

test.each(['/display/2', '/display/x', '/display/0', '/en/display/99999999999'])(
  '%s is 404',
  async (path) => {
    const answer = await ask(path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain(path.startsWith('/en') ? 'href="/en"' : 'href="/"')
  },
)

test('says that the workshop system is away, with Retry-After', async () => {
  const answer = await ask('/display/1', { connector: { spaces: () => Promise.reject(new Error(canary)) } })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  const html = await answer.text()
  expect(html).toContain('Gerade keine Verbindung')
  expect(html).not.toContain(canary)
})

test('names members only when it is opened with the secret of the calendar of the space (P9)', async () => {
  const right = 's'.repeat(32)
  const asked: string[] = []
  const person = { id: 7, memberNumber: '7', firstName: 'Mia', lastName: 'Kern', state: 'active' }
  const given = {
    bookings: [aBooking('2026-11-21T10:00', '2026-11-21T13:00', { member: person })],
    connector: {
      calendarFeed: async (kind: string, id: number, secret: string) => {
        asked.push(`${kind} ${id}`)
        return secret === right ? ({} as never) : null
      },
    },
  }
  const names = async (query: string) =>
    (await (await ask(`/display/1${query}`, given)).text()).includes('Mia K.')
  expect(await names('')).toBe(false)
  expect(await names('?secret=x')).toBe(false)
  expect(asked).toEqual([])
  expect(await names(`?secret=${'t'.repeat(32)}`)).toBe(false)
  expect(await names(`?secret=${right}`)).toBe(true)
  expect(await names(`?secret=${right}`)).toBe(true)
  expect(asked).toEqual(['spaces 1', 'spaces 1'])
})
