import { expect, test } from 'vitest'
import { createLabelStore } from './labels.ts'

function store(fail?: Error) {
  const asked: string[] = []
  const captured: unknown[] = []
  let version = 1
  let now = 0
  let away = false
  const labels = createLabelStore({
    load: async (group, locale): Promise<Record<string, string>> => {
      asked.push(`${group} ${locale}`)
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
    asked,
    captured,
    publish: () => version++,
    away: (is: boolean) => void (away = is),
    pass: (ms: number) => void (now += ms),
  }
}

test('label groups are loaded once, machine-types before workshop-grade, in the page’s language', async () => {
  const { labels, asked } = store()
  await Promise.all([labels('de'), labels('de')])
  expect(await labels('de')).toEqual({ 'machine-types': { laser: 'de' }, 'workshop-grade': { laser: 'de' } })
  expect(asked).toEqual(['machine-types de', 'workshop-grade de'])
})

test('where no language is known it is English', async () => {
  const { labels, asked } = store()
  await labels()
  expect(asked).toEqual(['machine-types en', 'workshop-grade en'])
})

test('languages never share a map; a forced refresh and new content load again', async () => {
  const { labels, asked, publish } = store()
  expect((await labels('de'))['machine-types']['laser']).toBe('de')
  expect((await labels('en'))['machine-types']['laser']).toBe('en')
  await labels('de', { refresh: true })
  expect(asked).toHaveLength(6)
  publish()
  await labels('de')
  expect(asked).toHaveLength(8)
})

test('row "Label load without locale or token": the error is captured and the app goes on', async () => {
  const { labels, captured } = store(new Error('[Storyblok] Missing locale or token'))
  expect(await labels('de')).toEqual({ 'machine-types': {}, 'workshop-grade': {} })
  expect(captured).toEqual([new Error('[Storyblok] Missing locale or token')])
})

test('row "Label fetch failure": the map is empty, and after 30 seconds it is asked for again', async () => {
  const { labels, asked, away, pass } = store()
  away(true)
  expect(await labels('de')).toEqual({ 'machine-types': {}, 'workshop-grade': {} })
  away(false)
  await labels('de')
  expect(asked).toHaveLength(2)
  pass(30_000)
  expect((await labels('de'))['machine-types']).toEqual({ laser: 'de' })
  pass(30_000)
  await labels('de')
  expect(asked).toHaveLength(4)
})
