import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenedDatabase } from '../database/database.ts'
import { testDatabase } from '../database/database.fixture.ts'
import type { Fetch } from '../http/service.ts'
import { createLog } from '../log.ts'
import { createMailReader } from './mail-reader.ts'
import { queueMail } from './mail.ts'

let opened: OpenedDatabase
let read: Fetch

beforeAll(async () => {
  opened = await testDatabase()
  read = createMailReader({
    db: opened.db,
    log: createLog('silent'),
    zone: async () => 'Pacific/Kiritimati',
  })
  const to = { name: 'Mia', address: 'mia@example.org' }
  await queueMail(opened.db, {
    to,
    subject: 'Eins <script>alert(1)</script>',
    text: 'Hier: https://halle9.example/v?a=1&b=2. <img src=x onerror=alert(1)> javascript:alert(1)',
    html: '<a href="https://halle9.example/v?a=1&amp;b=2">Weiter</a><a href="javascript:alert(1)">x</a>',
    locale: 'de',
    kind: 'identity-verification',
  })
  await queueMail(opened.db, {
    to: { name: 'Tom', address: 'Tom@example.org' },
    subject: 'Two',
    text: 'text',
    html: '<p>html</p>',
    locale: 'en',
    kind: 'identity-password',
    attachments: [
      { name: 'größe "1".html', type: 'text/html', content: '<script>alert(1)</script>' },
      { name: 'b.bin', type: 'application/octet-stream', content: new Uint8Array([0, 255, 13, 10]) },
    ],
  })
})
afterAll(() => opened.close())

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return read(new Request(`http://localhost:3000${path}`, { headers }))
}

const json = { accept: 'application/json' }

test('JSON: newest first, by recipient in any case', async () => {
  const all = await (await get('/dev/mail', json)).json()
  expect(all).toMatchObject([
    {
      to: 'Tom@example.org',
      subject: 'Two',
      text: 'text',
      html: '<p>html</p>',
      kind: 'identity-password',
      sentAt: null,
    },
    { to: 'mia@example.org', kind: 'identity-verification' },
  ])
  expect(Object.keys(all[0])).toEqual([
    'id',
    'to',
    'subject',
    'text',
    'html',
    'createdAt',
    'kind',
    'sentAt',
    'attachments',
  ])
  expect(await (await get('/dev/mail?to=tom@EXAMPLE.org', json)).json()).toHaveLength(1)
  expect(await (await get(`/dev/mail/${all[1].id}`, json)).json()).toEqual(all[1])
})

test('the pages show the text with its links and run nothing of it', async () => {
  const [, mia] = await (await get('/dev/mail', json)).json()
  const list = await get('/dev/mail', { 'accept-language': 'en' })
  expect(list.headers.get('content-type')).toMatch('text/html')
  expect(await list.text()).toMatch(`<a href="/dev/mail/${mia.id}">Eins &lt;script&gt;`)
  const page = await get(`/dev/mail/${mia.id}`)
  const text = await page.text()
  expect(text).toContain('<a href="https://halle9.example/v?a=1&amp;b=2" rel="noreferrer">')
  expect(text).toContain('</a>. &lt;img src=x onerror=alert(1)&gt; javascript:alert(1)')
  expect(text).not.toMatch(/<script|<img|href="javascript/)
  expect(page.headers.get('content-security-policy')).toMatch("default-src 'none'")
})

test.each([
  ['de', 'Mi., 2. Dezember 2026, 07:59 Uhr'],
  ['en', 'Wed, 2 December 2026, 07:59'],
])('in %s the pages show the time on the clock of the space', async (language, said) => {
  const createdAt = new Date('2026-12-01T17:59:30Z')
  await opened.db.updateTable('mail').set({ createdAt }).execute()
  const [{ id }] = await (await get('/dev/mail', json)).json()
  const time = `<time datetime="${createdAt.toISOString()}">${said}</time>`
  for (const path of ['/dev/mail', `/dev/mail/${id}`])
    expect(await (await get(path, { 'accept-language': language })).text()).toContain(time)
})

test('the HTML form stands in a frame that may style itself and open links, and nothing else', async () => {
  const [, mia] = await (await get('/dev/mail', json)).json()
  const page = await (await get(`/dev/mail/${mia.id}`)).text()
  const [, src = '', sandbox = ''] = /<iframe src="([^"]*)" sandbox="([^"]*)"/.exec(page) ?? []
  expect(src).toBe(`/dev/mail/${mia.id}/html`)
  const form = await get(src)
  expect(await form.text()).toBe(mia.html)
  for (const rule of [sandbox, form.headers.get('content-security-policy')?.split('sandbox ')[1]])
    expect(rule).toBe('allow-popups allow-popups-to-escape-sandbox')
  const policy = form.headers.get('content-security-policy')?.split('; ')
  expect(policy).toContain("default-src 'none'")
  expect(policy?.filter((rule) => rule.includes('-src '))).toEqual([
    "default-src 'none'",
    "style-src 'unsafe-inline'",
  ])
  expect((await get('/dev/mail/999999/html')).status).toBe(404)
})

test('attachments are listed and downloaded byte for byte, never shown in place', async () => {
  const [tom, mia] = await (await get('/dev/mail', json)).json()
  const [first, second] = tom.attachments
  expect(tom.attachments).toMatchObject([{ name: 'größe "1".html' }, { name: 'b.bin' }])
  expect(mia.attachments).toEqual([])
  const page = await (await get(`/dev/mail/${tom.id}`)).text()
  expect(page).toContain(`<a href="${first.href}">größe &quot;1&quot;.html</a>`)
  expect(await (await get('/dev/mail')).text()).toContain('b.bin')
  const file = await get(first.href)
  expect(file.headers.get('content-disposition')).toBe(
    "attachment; filename*=UTF-8''gr%C3%B6%C3%9Fe%20%221%22.html",
  )
  expect(file.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await file.text()).toBe('<script>alert(1)</script>')
  expect([...new Uint8Array(await (await get(second.href)).arrayBuffer())]).toEqual([0, 255, 13, 10])
  for (const path of [`/dev/mail/${tom.id}/attachments/2`, `/dev/mail/${mia.id}/attachments/0`])
    expect((await get(path)).status).toBe(404)
})

test.each([
  ['/dev/mail/1/attachments/x', 400, 'position'],
  ['/dev/mail?to=a&to=b', 400, 'to'],
  ['/dev/mail?who=a', 400, 'who'],
  ['/dev/mail?to=%00', 400, 'url'],
  ['/dev/mail/x', 400, 'id'],
  ['/dev/mail/99999999999999999999', 400, 'id'],
  ['/dev/mail/-1', 400, 'id'],
])('%s is %i and names %s', async (path, status, field) => {
  const response = await get(path)
  expect(response.status).toBe(status)
  expect((await response.json()).errors[0].field).toBe(field)
})

test('an unknown mail is 404', async () => {
  expect((await get('/dev/mail/999999')).status).toBe(404)
})
