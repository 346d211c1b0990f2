import { setImmediate as settled } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createContentClient } from '../../clients/content/content.ts'
import { createSiteLabels } from './labels.ts'

const none = { 'machine-types': {}, 'workshop-grade': {}, 'space-address': {} }

function site({
  fail,
  isAway = false,
  first,
}: { fail?: Error; isAway?: boolean; first?: Promise<void> } = {}) {
  const requests: string[] = []
  const captured: unknown[] = []
  let version = 1
  let now = 0
  let away = isAway
  const labels = createSiteLabels({
    load: async (group, locale, onMissing): Promise<Record<string, string>> => {
      requests.push(`${group} ${locale}`)
      if (away && group !== 'workshop-grade') onMissing()
      if (fail) throw fail
      // The version counts from here on, so that a label tells when it was asked for.
      const asked = version
      if (asked === 1) await first
      const labels: Record<string, string> = away ? {} : { laser: `${locale} ${asked}` }
      return labels
    },
    version: async () => version,
    capture: (error) => captured.push(error),
    now: () => new Date(now),
  })
  return {
    labels,
    requests,
    captured,
    publish: () => version++,
    away: (is: boolean) => void (away = is),
    pass: (ms: number) => void (now += ms),
  }
}

const inOrder = (locale: string) => [
  `machine-types ${locale}`,
  `workshop-grade ${locale}`,
  `space-address ${locale}`,
]

test('S6: the start of the app loads both languages, the default first, machine-types before workshop-grade', async () => {
  const { labels, requests } = site()
  await settled()
  expect(requests).toEqual([...inOrder('en'), ...inOrder('de')])
  expect(await labels('de')).toEqual({
    'machine-types': { laser: 'de 1' },
    'workshop-grade': { laser: 'de 1' },
    'space-address': { laser: 'de 1' },
  })
  expect(await labels()).toEqual(await labels('en'))
  expect(requests).toHaveLength(6)
})

test('S6: a page does not wait for the labels of the other language, and shares the load of its own', async () => {
  const { labels, requests } = site()
  await Promise.all([labels('de'), labels('de')])
  await settled()
  expect(requests.toSorted()).toEqual([...inOrder('de'), ...inOrder('en')].toSorted())
})

test('S5: loaded groups are loaded again only for a forced refresh, which new content asks for', async () => {
  const { labels, requests, publish, pass } = site()
  await settled()
  pass(3_600_000)
  await labels('de')
  expect(requests).toHaveLength(6)
  publish()
  const [first, second] = await Promise.all([labels('de'), labels('de')])
  expect([first['workshop-grade'], second['workshop-grade']]).toEqual([{ laser: 'de 2' }, { laser: 'de 2' }])
  expect(requests.slice(6)).toEqual(inOrder('de'))
  expect((await labels('en'))['machine-types']).toEqual({ laser: 'en 2' })
})

test('S5: a refresh during a slow load begins after it, so that older labels never win', async () => {
  const { promise: first, resolve: answer } = Promise.withResolvers<void>()
  const { labels, publish } = site({ first })
  const before = labels('de')
  await settled()
  publish()
  const after = labels('de')
  await settled()
  answer()
  await before
  expect((await after)['machine-types']).toEqual({ laser: 'de 2' })
  expect((await labels('de'))['machine-types']).toEqual({ laser: 'de 2' })
})

test('S6: an error is captured, and neither the start nor a page fails', async () => {
  const { labels, captured } = site({ fail: new Error('broken') })
  await settled()
  expect(await labels('de')).toEqual(none)
  expect(captured).toEqual([new Error('broken'), new Error('broken')])
})

test('E23: a group that could not be read is empty and not loaded; it is tried again after 30 seconds', async () => {
  const { labels, requests, away, pass } = site({ isAway: true })
  await settled()
  expect(await labels('de')).toEqual(none)
  const missing = async () => {
    let count = 0
    await labels('de', () => count++)
    return count
  }
  expect(await missing()).toBe(1)
  away(false)
  expect(await labels('de')).toEqual(none)
  expect(await missing()).toBe(1)
  expect(requests).toHaveLength(6)
  pass(30_000)
  expect((await labels('de'))['machine-types']).toEqual({ laser: 'de 1' })
  expect(await missing()).toBe(0)
  pass(30_000)
  await labels('de')
  expect(requests).toHaveLength(9)
})

test('E24: without a token the sentence is captured, and no datasource is asked for', async () => {
  const asked: string[] = []
  const client = createContentClient({
    endpoint: 'https://api.storyblok.com/v2',
    token: '',
    fetch: async ({ url }) => {
      asked.push(new URL(url).pathname)
      return Response.json({}, { status: 401 })
    },
    now: () => 0,
    warn: () => {},
  })
  const captured: unknown[] = []
  const labels = createSiteLabels({
    load: client.labels,
    version: client.version,
    capture: (error) => captured.push(error),
    now: () => new Date(0),
  })
  expect(await labels('de')).toEqual(none)
  expect(captured).toContainEqual(new Error('[Storyblok] Missing locale or token'))
  expect(asked.filter((path) => path.endsWith('/datasource_entries'))).toEqual([])
})
