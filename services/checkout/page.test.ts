import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../platform/database/database.fixture.ts'
import type { OpenedDatabase } from '../../platform/database/database.ts'
import { openCheckout } from './checkout.fixture.ts'

let opened: OpenedDatabase
beforeAll(async () => {
  opened = await testDatabase()
})
afterAll(() => opened.close())

let checkout: Awaited<ReturnType<typeof openCheckout>>
beforeEach(async () => {
  checkout = await openCheckout(opened.db)
})
afterEach(() => checkout.idle())

const success = 'https://werkbank.example/me/order/1'

test('the page says that it is a test, what is paid, and how', async () => {
  const { status, html, headers } = await checkout.page(await checkout.session())
  expect(status).toBe(200)
  for (const text of [
    'lang="de"',
    'Testzahlung',
    'Paket „Plus“ &lt;b&gt;',
    '39,00',
    '4000 0025 0000 3155',
    'DE89 3704',
  ])
    expect(html).toContain(text)
  expect(html).toContain('href="https://werkbank.example/onboarding/payment"')
  expect(html).not.toContain('<script')
  const policy = headers.get('content-security-policy')
  expect(policy).toContain("form-action 'self' https://werkbank.example;")
  expect(policy).toContain("default-src 'none'")
  expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer'])
})

test('it speaks the language of the session', async () => {
  const { html } = await checkout.page(await checkout.session({ locale: 'en' }))
  for (const text of ['lang="en"', 'Test payment', '€39.00', 'Pay by card']) expect(html).toContain(text)
})

test('a card that pays leads to the address of success, and a second press changes nothing', async () => {
  const id = await checkout.session()
  const paid = await checkout.page(id, { do: 'card', test: 'pays' })
  expect([paid.status, paid.headers.get('location')]).toEqual([303, success])
  const again = await checkout.page(id, { do: 'card', test: 'pays' })
  expect([again.status, again.headers.get('location')]).toEqual([303, `/pay/${id}`])
  expect((await checkout.page(id)).html).toContain(success)
})

test.each([
  ['a refused card', { test: 'declines' }, 'nicht genug Deckung'],
  ['a number with a wrong digit', { card: '4242 4242 4242 4241' }, 'Prüfe die Ziffern'],
  ['a real number', { card: '5555 5555 5555 4444' }, 'nur Testkarten'],
  ['nothing', {}, 'Wähle eine Testkarte'],
])('%s: the same page says why, at the field, and keeps what was typed', async (_, form, text) => {
  const id = await checkout.session()
  const { status, html } = await checkout.page(id, { do: 'card', ...form })
  expect(status).toBe(422)
  expect(html.split(text)).toHaveLength(3)
  expect(html).toContain('<title>Fehler: Bezahlen')
  expect(html).toMatch(/aria-describedby="card-help card-error"\s+aria-invalid="true"/)
  if ('card' in form) expect(html).toContain(`value="${form.card}"`)
  expect((await checkout.page(id, { do: 'card', test: 'pays' })).headers.get('location')).toBe(success)
})

test('a typed number counts more than the chosen card', async () => {
  const id = await checkout.session()
  const { status } = await checkout.page(id, { do: 'card', test: 'pays', card: '4000-0000-0000-9995' })
  expect(status).toBe(422)
})

test('a bank that asks: confirmed or refused', async () => {
  const id = await checkout.session()
  const asked = await checkout.page(id, { do: 'card', test: 'authenticates' })
  expect(asked.headers.get('location')).toBe(`/pay/${id}`)
  const { html } = await checkout.page(id)
  expect(html).toContain('Zahlung bestätigen')
  const refused = await checkout.page(id, { do: 'refuse' })
  expect([refused.status, refused.html.includes('nicht bestätigt')]).toEqual([422, true])
  await checkout.page(id, { do: 'card', test: 'authenticates' })
  expect((await checkout.page(id, { do: 'confirm' })).headers.get('location')).toBe(success)
})

test('a debit: an IBAN with wrong check digits is told, a right one waits for the bank', async () => {
  const id = await checkout.session()
  const wrong = await checkout.page(id, { do: 'debit', iban: 'DE89 3704 0044 0532 0130 01' })
  expect([wrong.status, wrong.html.includes('keine IBAN')]).toEqual([422, true])
  expect(wrong.html).toContain('value="DE89 3704 0044 0532 0130 01"')
  const sent = await checkout.page(id, { do: 'debit', iban: 'de89 3704 0044 0532 0130 00' })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/pay/${id}`])
  const { html } = await checkout.page(id)
  for (const text of ['Lastschrift unterwegs', 'Bank: gutgeschrieben', 'Bank: zurückgegeben', success])
    expect(html).toContain(text)
  await checkout.page(id, { do: 'credited' })
  expect((await checkout.page(id)).html).toContain('Bank: später widersprochen')
  await checkout.page(id, { do: 'disputed' })
  expect((await checkout.page(id)).html).toContain('Widersprochen')
})

test('a debit that comes back', async () => {
  const id = await checkout.session()
  await checkout.page(id, { do: 'debit', iban: 'DE89370400440532013000' })
  await checkout.page(id, { do: 'returned' })
  expect((await checkout.page(id)).html).toContain('Zurückgegeben')
  // The bank has decided.
  await checkout.page(id, { do: 'credited' })
  expect((await checkout.page(id)).html).toContain('Zurückgegeben')
})

test('a page whose time is over takes nothing', async () => {
  const id = await checkout.session()
  checkout.wait(24 * 60 * 60_000)
  await checkout.page(id, { do: 'card', test: 'pays' })
  const { html } = await checkout.page(id)
  expect(html).toContain('Diese Zahlung ist geschlossen')
  expect(html).toContain('href="https://werkbank.example/onboarding/payment"')
})

test('other addresses, methods and forms', async () => {
  const id = await checkout.session()
  expect(await checkout.page('cs_test_none')).toMatchObject({ status: 404 })
  expect((await checkout.page('cs_test_none')).html).toContain('Diese Zahlung gibt es nicht')
  expect((await checkout.page('cs_test_none', { do: 'card' })).status).toBe(404)
  expect((await checkout.page(id, {})).status).toBe(400)
  expect((await checkout.page(id, { do: 'x' })).status).toBe(400)
  expect((await checkout.pages(new Request(`http://pay/${id}/x`))).status).toBe(404)
  const css = await checkout.pages(new Request('http://pay/pay.css'))
  expect(css.headers.get('content-type')).toContain('text/css')
})
