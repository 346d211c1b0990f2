import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { TrainingPath } from '../../contracts/live.ts'
import type { OwnTraining } from '../../contracts/member.ts'
import { LocaleContext, type Locale } from '../i18n/locale.ts'
import '../i18n/message-files.server.ts'
import { OpenPaths, OwnTrainings } from './own-trainings.tsx'
import { groupTrainings, openPaths } from './trainings.ts'

const today = '2026-11-25'
const entry = (id: number, untilDate: string | null, change: Partial<OwnTraining> = {}): OwnTraining => ({
  id,
  training: id,
  title: `Titel ${id}`,
  fromDate: '2026-01-01',
  untilDate,
  resources: [],
  endsWith: null,
  certificate: null,
  ...change,
})
const ids = (list: { id: number }[]) => list.map(({ id }) => id)

describe('the trainings of a member', () => {
  test.each<[string, OwnTraining[], [number[], number[], number[]]]>([
    ['without end, and still long', [entry(1, null), entry(2, '2026-12-26')], [[1, 2], [], []]],
    ['30 days and today are soon', [entry(1, '2026-12-25'), entry(2, today)], [[], [2, 1], []]],
    ['ended, the latest first', [entry(1, '2026-01-31'), entry(2, '2026-11-24')], [[], [], [2, 1]]],
    [
      'renewed: the longest entry counts',
      [entry(1, '2026-11-30'), entry(2, '2027-11-30', { training: 1 })],
      [[2], [], []],
    ],
    [
      'renewed for later: the one that has begun counts',
      [entry(1, '2026-11-30'), entry(2, null, { training: 1, fromDate: '2026-12-01' })],
      [[], [1], []],
    ],
    ['still to begin', [entry(1, null, { fromDate: '2026-12-01' })], [[1], [], []]],
  ])('%s', (_, all, groups) => {
    const { valid, ending, ended } = groupTrainings(all, today)
    expect([ids(valid), ids(ending), ids(ended)]).toEqual(groups)
  })
})

const way = { href: '/events/1', label: 'Kurs', next: 'Alle Termine sind gerade ausgebucht.' }
const step = (training: number, title: string) => ({
  trainings: [training],
  title,
  way,
  dates: [],
  later: [],
})
const fibre: TrainingPath = {
  id: 7,
  name: 'Faserlaser',
  drawing: '/content/fibre-laser.svg',
  steps: [step(1, 'Laser'), step(6, 'Faserlaser-Kurs')],
}

test('a path is open until its last training is valid today, and knows what is done', () => {
  const doneOf = (...own: OwnTraining[]) =>
    openPaths([fibre], own, today).map(({ steps }) => steps.map(({ isDone }) => isDone))
  expect(doneOf()).toEqual([[false, false]])
  expect(doneOf(entry(1, today))).toEqual([[true, false]])
  expect(doneOf(entry(1, '2026-11-24'), entry(6, null, { fromDate: '2026-11-26' }))).toEqual([[false, false]])
  expect(doneOf(entry(6, null))).toEqual([])
})

test('machines with the same steps are one path', () => {
  const engraver = { ...fibre, id: 8, name: 'Gravierer' }
  const [path, ...others] = openPaths([fibre, engraver], [], today)
  expect(path?.machines.map(({ name }) => name)).toEqual(['Faserlaser', 'Gravierer'])
  expect(others).toEqual([])
})

/** The text of both parts of the screen. */
function shown(trainings: OwnTraining[], locale: Locale): string {
  const Screen = () => (
    <LocaleContext value={locale}>
      <OwnTrainings trainings={trainings} paths={[fibre]} today={today} />
      <OpenPaths trainings={trainings} paths={[fibre]} today={today} />
    </LocaleContext>
  )
  const Stub = createRoutesStub([{ path: '/', Component: Screen }])
  return renderToStaticMarkup(<Stub />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

test.each([
  [
    'de',
    /Läuft bald ab Titel 1 gültig bis einschließlich 30\. November 2026 endet zusammen mit: Sicherheit Termine zum Erneuern .*Faserlaser Unterweisung fehlt · Alle Termine sind gerade ausgebucht\. Laser Erledigt Faserlaser-Kurs .*ausgebucht/,
  ],
  [
    'en',
    /Ending soon Titel 1 valid up to and including 30 November 2026 ends together with: Sicherheit Dates to renew it .*Faserlaser 1 training missing.*Laser Done/,
  ],
] as const)('%s: says until when, why, and what is missing', (locale, text) => {
  expect(shown([entry(1, '2026-11-30', { endsWith: 'Sicherheit' })], locale)).toMatch(text)
})

test.each([
  ['de', /Du hast noch keine Unterweisung\. .*Faserlaser 2 Unterweisungen fehlen/],
  ['en', /You have no safety training yet\. .*Faserlaser 2 trainings missing/],
] as const)('%s: says what to do without any', (locale, text) => {
  expect(shown([], locale)).toMatch(text)
})
