import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { aMachine, aSpace, now } from '../booking/booking.fixture.ts'
import { LocaleContext } from '../i18n/locale.ts'
import '../i18n/message-files.server.ts'
import { MachineWeek } from './machine-week.tsx'
import { type PageData, PageDataProvider, type WeekFrame } from './page-data.tsx'
import { readWeek } from './read-week.ts'

function rendered(week: WeekFrame | null): string {
  return renderToStaticMarkup(
    <LocaleContext value="en">
      <PageDataProvider data={{ week } as PageData}>
        <MachineWeek />
      </PageDataProvider>
    </LocaleContext>,
  )
}

const week = { resource: 4, days: ['2026-11-24', '2026-11-25'], opens: 480, closes: 1320 }
const hoursIn = (html: string) => [...html.matchAll(/<span>(\d+)<\/span>/g)].map(([, hour]) => Number(hour))

test('each day leads to booking on that day, before its free times are known', () => {
  const html = rendered(week)
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    '/en/booking?machine=4&amp;day=2026-11-24',
    '/en/booking?machine=4&amp;day=2026-11-25',
  ])
  expect(html).toContain('Tuesday 24\u00a0November: ')
  expect(html.match(/See times/g)).toHaveLength(2)
})

test('what changes is live: nothing of it is in the page', () => {
  const html = rendered(week)
  expect(html).toContain('data-week="4"')
  const ofTuesday = [...html.matchAll(/data-live="day 2026-11-24 (\w+)"/g)].map(([, field]) => field)
  expect(ofTuesday).toEqual(['free', 'taken', 'words'])
  expect(html).not.toMatch(/data-live="[^"]*"[^>]* d="|d="[^"]*"[^>]* data-live/)
})

test.each([
  [480, 1320, [8, 10, 12, 14, 16, 18, 20, 22]],
  [540, 1080, [9, 12, 15, 18]],
  [0, 1440, [0, 4, 8, 12, 16, 20, 24]],
  [480, 1260, [8, 21]],
  [510, 1020, []],
])('hours from minute %i to %i', (opens, closes, hours) =>
  expect(hoursIn(rendered({ ...week, opens, closes }))).toEqual(hours),
)

test('a page without a week shows none', () => expect(rendered(null)).toBe(''))

const read = (item: object, connector: object = {}) =>
  readWeek(
    {
      connector: { equipment: async () => [aMachine(item)], spaces: async () => [aSpace()], ...connector },
      now: () => now,
      log: { warn: () => {}, error: () => {} },
    } as never,
    1,
  )

test('the week has seven days from today and the hours of the space', async () => {
  const found = await read({})
  expect(found).toMatchObject({ resource: 1, opens: 540, closes: 1080 })
  expect([found?.days.length, found?.days[0], found?.days[6]]).toEqual([7, '2026-11-21', '2026-11-27'])
})

test.each([{ canBeBooked: false }, { visibleForMembers: false }, { id: 2 }])(
  'equipment with %j has no week',
  async (change) => expect(await read(change)).toBeNull(),
)

test('while the connector is unavailable there is no week', async () => {
  const down = () => Promise.reject(new Error('down'))
  expect(await read({}, { spaces: down })).toBeNull()
})
