import { beforeEach, expect, test, vi } from 'vitest'
import type * as Messages from './messages.ts'

// Texts of a language are loaded once per module, and other files of this worker may have loaded them.
let loadMessages: typeof Messages.loadMessages
let translate: typeof Messages.translate
beforeEach(async () => {
  vi.resetModules()
  ;({ loadMessages, translate } = await import('./messages.ts'))
})

const answer = (body: string, status = 200) => vi.fn(async () => new Response(body, { status }))

test('E5: a warning, the app goes on and asks again later', async () => {
  const warn = vi.fn()
  const offline = vi.fn(() => Promise.reject(new TypeError('offline')))
  await loadMessages('de', { fetch: offline, buildId: null, warn })
  await loadMessages('de', { fetch: answer('', 503), buildId: null, warn })
  expect(warn).toHaveBeenCalledTimes(2)
  expect(translate('de', 'oh_no')).toBe('oh_no')
})

test('E4: an unreadable file and an unknown language', async () => {
  const options = { buildId: null, warn: vi.fn() }
  await expect(loadMessages('en', { ...options, fetch: answer('<html>') })).rejects.toThrow(
    /^Failed loading locale \(en\)$/,
  )
  const fetch = answer('{}')
  await expect(loadMessages('fr' as never, { ...options, fetch })).rejects.toThrow(
    'Failed loading locale (fr)',
  )
  expect(fetch).not.toHaveBeenCalled()
})

test('a locale without a build hash is asked for with no-cache; one with it is not (C29), and once', async () => {
  const development = answer('{"oh_no":"Oh nein!"}')
  await loadMessages('de', { fetch: development, buildId: null, warn: vi.fn() })
  expect(development).toHaveBeenCalledWith('/messages/de/messages.json', {
    headers: { 'cache-control': 'no-cache' },
  })
  expect(translate('de', 'oh_no')).toBe('Oh nein!')
  await loadMessages('de', { fetch: development, buildId: null, warn: vi.fn() })
  expect(development).toHaveBeenCalledTimes(1)

  const built = answer('{"oh_no":"Oh no!"}')
  await loadMessages('en', { fetch: built, buildId: 'a+b', warn: vi.fn() })
  expect(built).toHaveBeenCalledWith('/messages/en/messages.json?v=a%2Bb', { headers: {} })
})
