import { expect, test } from 'vitest'
import { attendedState } from './attendance.ts'

const one = { sessions: 1, least: null, present: 0, absent: 0, hasPassed: false }
const four = { ...one, sessions: 4 }

test.each([
  ['nothing marked', one, 'booked'],
  ['there, not passed yet', { ...one, present: 1 }, 'booked'],
  ['there and passed', { ...one, present: 1, hasPassed: true }, 'attended'],
  ['passed counts with presence only', { ...one, hasPassed: true }, 'booked'],
  ['not there', { ...one, absent: 1 }, 'missed'],
  ['three of four, all needed', { ...four, present: 3, hasPassed: true }, 'booked'],
  ['one of four missed, all needed', { ...four, present: 3, absent: 1, hasPassed: true }, 'missed'],
  ['three of four are enough', { ...four, least: 3, present: 3, absent: 1, hasPassed: true }, 'attended'],
  ['two missed of which three are needed', { ...four, least: 3, absent: 2 }, 'missed'],
  ['more needed than there are', { ...one, least: 3, present: 1, hasPassed: true }, 'attended'],
] as const)('%s', (_, attendance, state) => expect(attendedState(attendance)).toBe(state))
