import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { siteServices } from '../context.ts'
import { action } from './chosen-language.ts'

/** Sends the choice; returns status, target and cookie. */
async function chosen(body: BodyInit, publicUrl = 'https://halle9.example') {
  const context = new RouterContextProvider()
  context.set(siteServices, { config: { publicUrl } } as never)
  const request = new Request(`${publicUrl}/language`, { method: 'POST', body })
  const response = (await action({ request, context } as never).catch((error: unknown) => error)) as Response
  if (!(response instanceof Response)) return response
  return [response.status, response.headers.get('location'), response.headers.get('set-cookie')]
}

const to = (path: string) => new URLSearchParams({ to: path })
const cookie = (locale: string) => `i18n_redirected=${locale}; Max-Age=31536000; Path=/; SameSite=Lax; Secure`

test.each([
  ['/en', 'en'],
  ['/en?q=x', 'en'],
  ['/en/equipment/laser?a=b#c', 'en'],
  ['/maschinen/laser', 'de'],
  ['/energie', 'de'],
  ['/', 'de'],
])('K2: the choice of %s is stored as %s, and the visitor goes there', async (path, locale) => {
  expect(await chosen(to(path))).toEqual([303, path, cookie(locale)])
})

test.each(['//evil.example/en', '/\\evil.example', 'https://evil.example/en', '/\t/evil.example', '', 'en'])(
  'V11: %j never leads to another host',
  async (path) => expect(await chosen(to(path))).toEqual([303, '/', cookie('de')]),
)

test('over http the cookie is not Secure: the browser would drop it', async () => {
  const [, , set] = (await chosen(to('/en'), 'http://localhost:3000')) as string[]
  expect(set).toBe('i18n_redirected=en; Max-Age=31536000; Path=/; SameSite=Lax')
})

test('a body that is no form or has no address stores nothing foreign', async () => {
  expect(await chosen('to=/en')).toEqual([400, null, null])
  expect(await chosen(new URLSearchParams({}))).toEqual([303, '/', cookie('de')])
})

test('a body that is no form is refused as a problem', async () => {
  const context = new RouterContextProvider()
  context.set(siteServices, { config: { publicUrl: 'https://halle9.example' } } as never)
  const headers = { 'content-type': 'text/xml' }
  const request = new Request('https://halle9.example/language', { method: 'POST', body: '<to/>', headers })
  const response = await action({ request, context } as never)
  expect(response.headers.get('content-type')).toContain('application/problem+json')
  expect(await response.json()).toMatchObject({ code: 'malformed', status: 400 })
})
