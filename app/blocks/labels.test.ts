import { expect, test } from 'vitest'
import { createContentClient } from '../../clients/content/content.ts'
import { createLabelStore } from './labels.ts'

function store(fail?: Error) {
  const requests: string[] = []
  const captured: unknown[] = []
  let version = 1
  let now = 0
  let away = false
  const labels = createLabelStore({
    load: async (group, locale): Promise<Record<string, string>> => {
      requests.push(`${group} ${locale}`)
      if (fail) throw fail
      const labels: Record<string, string> = away ? {} : { laser: locale }
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

test('S6: label groups are loaded once, machine-types before workshop-grade, in the language of the page', async () => {
  const { labels, requests } = store()
  await Promise.all([labels('de'), labels('de')])
  expect(await labels('de')).toEqual({
    'machine-types': { laser: 'de' },
    'workshop-grade': { laser: 'de' },
    'space-address': { laser: 'de' },
  })
  expect(requests).toEqual(['machine-types de', 'workshop-grade de', 'space-address de'])
})

test('S6: without a known language the labels are English', async () => {
  const { labels, requests } = store()
  await labels()
  expect(requests).toEqual(['machine-types en', 'workshop-grade en', 'space-address en'])
})

test('T17: languages never share a map; a forced refresh and new content load again', async () => {
  const { labels, requests, publish } = store()
  expect((await labels('de'))['machine-types']['laser']).toBe('de')
  expect((await labels('en'))['machine-types']['laser']).toBe('en')
  await labels('de', { refresh: true })
  expect(requests).toHaveLength(9)
  publish()
  await labels('de')
  expect(requests).toHaveLength(12)
})

test('E24: an error is captured and the app goes on', async () => {
  const { labels, captured } = store(new Error('[Storyblok] Missing locale or token'))
  expect(await labels('de')).toEqual({ 'machine-types': {}, 'workshop-grade': {}, 'space-address': {} })
  expect(captured).toEqual([new Error('[Storyblok] Missing locale or token')])
})

test('E23: after a failure the map is empty, and it is loaded again after 30 seconds', async () => {
  const { labels, requests, away, pass } = store()
  away(true)
  expect(await labels('de')).toEqual({ 'machine-types': {}, 'workshop-grade': {}, 'space-address': {} })
  away(false)
  await labels('de')
  expect(requests).toHaveLength(3)
  pass(30_000)
  expect((await labels('de'))['machine-types']).toEqual({ laser: 'de' })
  pass(30_000)
  await labels('de')
  expect(requests).toHaveLength(6)
})

test('E24: without a token the error is captured with the sentence, and no request is made', async () => {
  const asked: string[] = []
  const client = createContentClient({
    endpoint: 'https://api.storyblok.com/v2',
    token: '',
    fetch: async ({ url }) => {
      asked.push(url)
      return Response.json({ space: { version: 1 } })
    },
    now: () => 0,
    warn: () => {},
  })
  const captured: unknown[] = []
  const labels = createLabelStore({
    load: client.labels,
    version: async () => 1,
    capture: (error) => captured.push(error),
    now: () => new Date(0),
  })
  expect(await labels('de')).toEqual({ 'machine-types': {}, 'workshop-grade': {}, 'space-address': {} })
  expect(captured).toEqual([new Error('[Storyblok] Missing locale or token')])
  expect(asked).toEqual([])
})
