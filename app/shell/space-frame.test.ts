import { expect, test } from 'vitest'
import { hoursInWords, spaceFrame } from './space-frame.ts'
import '../i18n/message-files.server.ts'

const day = (dayOfWeek: number, fromTime: string | null = '08:00', untilTime: string | null = '22:00') => ({
  dayOfWeek,
  fromTime,
  untilTime,
})

test.each([
  [[1, 2, 3, 4, 5, 6, 7].map((each) => day(each)), 'de', ['Täglich 8:00 bis 22:00 Uhr']],
  [[1, 2, 3, 4, 5, 6, 7].map((each) => day(each)), 'en', ['Daily 8:00 to 22:00']],
  [
    [day(1), day(2), day(4), day(7, '10:00', '24:00')],
    'de',
    ['Mo–Di 8:00 bis 22:00 Uhr', 'Do 8:00 bis 22:00 Uhr', 'So 10:00 bis 24:00 Uhr'],
  ],
  [[day(1, null, null)], 'en', []],
] as const)('%#', (hours, locale, words) => expect(hoursInWords([...hours], locale)).toEqual(words))

test('a page does without the space when the workshop system is away', async () => {
  const warned: string[] = []
  const frame = await spaceFrame(
    {
      connector: { spaces: () => Promise.reject(new Error('away')) } as never,
      log: { warn: (_, message) => warned.push(message), error: () => {} },
    },
    'de',
  )
  expect(frame.hours).toEqual([])
  expect(warned).toEqual(['the space could not be read'])
})
