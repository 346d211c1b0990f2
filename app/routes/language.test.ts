import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

/** Navigates in the browser to an address over a message file. */
async function navigated(path: string, answer: Response): Promise<unknown> {
  // Texts of a language are loaded once per module.
  vi.resetModules()
  vi.stubGlobal('document', { documentElement: { dataset: { build: 'b1' } } })
  vi.stubGlobal('fetch', async () => answer)
  vi.spyOn(console, 'warn').mockReturnValue()
  const { clientMiddleware } = await import('./language.tsx')
  const [middleware] = clientMiddleware
  const url = new URL(path, 'https://halle9.example')
  return middleware?.({ url } as never, async () => ({ page: 'drawn' }) as never)
}

test('a navigation loads the texts', async () => {
  expect(await navigated('/booking', Response.json({ oh_no: 'Oh nein!' }))).toEqual({ page: 'drawn' })
})

test('without the message file the server draws the page (E5)', async () => {
  const thrown = await navigated('/en/booking?machine=1', new Response('', { status: 503 })).catch(
    (error: unknown) => error as Response,
  )
  const { headers } = thrown as Response
  expect([headers.get('location'), headers.get('x-remix-reload-document')]).toEqual([
    '/en/booking?machine=1',
    'true',
  ])
})

test('an unreadable message file is the error of E4', async () => {
  await expect(navigated('/en/booking', new Response('<html>'))).rejects.toThrow('Failed loading locale (en)')
})
