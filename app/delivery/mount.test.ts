import { expect, test, vi } from 'vitest'
import { mount } from './mount.ts'

/** Mounts a page over a message file; returns what happened, in order. */
async function mounted(answer: () => Promise<Response>, isApp = true): Promise<string[]> {
  // Texts of a language are loaded once per module.
  vi.resetModules()
  const { hasMessages, loadMessages } = await import('../i18n/messages.ts')
  const did: string[] = []
  await mount({
    isApp,
    loadMessages: () =>
      loadMessages('de', { fetch: answer, buildId: 'b1', warn: (message) => did.push(`warn ${message}`) }),
    hasMessages: () => hasMessages('de'),
    hydrate: () => did.push('hydrate'),
    report: (error) => did.push(`report ${(error as Error).message}`),
    show: (message) => did.push(`show ${message}`),
  })
  return did
}

test('a screen of the app hydrates with its texts', async () => {
  expect(await mounted(async () => Response.json({ oh_no: 'Oh nein!' }))).toEqual(['hydrate'])
})

test('without the message file it stays as the server drew it, with a warning (E5)', async () => {
  const warning = ['warn Message file of de could not be loaded']
  expect(await mounted(async () => new Response('', { status: 404 }))).toEqual(warning)
  expect(await mounted(() => Promise.reject(new TypeError('offline')))).toEqual(warning)
})

test('with an unreadable message file too, and says so (E4)', async () => {
  const message = 'Failed loading locale (de)'
  expect(await mounted(async () => new Response('<html>'))).toEqual([`report ${message}`, `show ${message}`])
  expect(await mounted(async () => Response.json(null))).toEqual([`report ${message}`, `show ${message}`])
})

test('a content page brings its texts and hydrates', async () => {
  expect(await mounted(() => Promise.reject(new TypeError('never asked')), false)).toEqual(['hydrate'])
})
