import { expect, test } from 'vitest'
import { createSpaceFrame, hoursInWords } from './space-frame.ts'
import '../i18n/message-files.server.ts'

const day = (dayOfWeek: number, fromTime: string | null = '08:00', untilTime: string | null = '22:00') => ({
  dayOfWeek,
  fromTime,
  untilTime,
})

test.each([
  [[1, 2, 3, 4, 5, 6, 7].map((each) => day(each)), 'de', ['Täglich 8:00 bis 22:00\u00a0Uhr']],
  [[1, 2, 3, 4, 5, 6, 7].map((each) => day(each)), 'en', ['Daily 8:00 to 22:00']],
  [
    [day(1), day(2), day(4), day(7, '10:00', '24:00')],
    'de',
    ['Mo–Di 8:00 bis 22:00\u00a0Uhr', 'Do 8:00 bis 22:00\u00a0Uhr', 'So 10:00 bis 24:00\u00a0Uhr'],
  ],
  [[day(1, null, null)], 'en', []],
] as const)('%#', (hours, locale, words) => expect(hoursInWords([...hours], locale)).toEqual(words))

/** A frame over a workshop system and a clock that the test controls. */
function setUp() {
  const state = { at: 0, version: '1', reads: 0, name: 'Halle 9', isAway: false, warned: [] as string[] }
  const frame = createSpaceFrame({
    connector: {
      spaces: async () => {
        state.reads += 1
        if (state.isAway) throw new Error('away')
        return [{ name: state.name, emailAddress: null, phone: null, _embedded: { openingHours: [day(1)] } }]
      },
    } as never,
    log: { warn: (_, message) => state.warned.push(message), error: () => {} },
    now: () => new Date(state.at),
    pagesVersion: () => state.version,
  })
  return { state, frame }
}

test('without a workshop system the space has neutral values', async () => {
  const { state, frame } = setUp()
  state.isAway = true
  expect(await frame('de')).toMatchObject({ name: 'Werkbank', hours: [] })
  expect(state.warned).toEqual(['the space could not be read'])
})

test('the space is read once for pages of one version', async () => {
  const { state, frame } = setUp()
  await Promise.all([frame('de'), frame('de'), frame('de')])
  expect(state.reads).toBe(1)
  state.name = 'Halle 10'
  expect((await frame('de')).name).toBe('Halle 9')
  state.version = '2'
  expect((await frame('de')).name).toBe('Halle 10')
  state.name = 'Halle 11'
  state.at = 1000
  expect((await frame('de')).name).toBe('Halle 11')
})

test('texts are in the language of the page', async () => {
  const { frame } = setUp()
  expect((await frame('de')).hours).toEqual(['Mo 8:00 bis 22:00\u00a0Uhr'])
  expect((await frame('en')).hours).toEqual(['Mon 8:00 to 22:00'])
})

test('the last known space is returned while the workshop system is unavailable', async () => {
  const { state, frame } = setUp()
  await frame('en')
  state.isAway = true
  state.version = '2'
  expect((await frame('en')).name).toBe('Halle 9')
})
