import { expect, test } from 'vitest'
import '../i18n/message-files.server.ts'
import { translate } from '../i18n/messages.ts'
import { isValid, trainingName } from './use-rights.ts'

test.each([
  ['2026-11-21', '2026-11-21', true],
  ['2026-11-22', null, false],
  ['2026-11-01', null, true],
  ['2026-11-01', '2026-11-20', false],
  ['2026-11-01T00:00:00Z', '2026-11-21T00:00:00Z', true],
])('from %s until %s is valid on 21 November: %s', (fromDate, untilDate, valid) => {
  expect(isValid({ fromDate, untilDate }, '2026-11-21')).toBe(valid)
})

test('a training is named by its equipment in the language of the page', () => {
  const training = { title: 'Unterweisung Holzmaschinen', resources: [10, 11] }
  const equipment = [
    { id: 1, name: 'Laser cutter' },
    { id: 10, name: 'Band saw' },
    { id: 11, name: 'Wood lathe' },
  ]
  const nameFrom = (known: typeof equipment) =>
    trainingName(training, known, (key, values) => translate('en', key, values))
  expect(nameFrom(equipment)).toBe('Training: Band saw, Wood lathe')
  expect(nameFrom([])).toBe('Unterweisung Holzmaschinen')
})
