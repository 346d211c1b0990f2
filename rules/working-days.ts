import { addDays, type Day } from './time.ts'

/**
 * Returns the day, or the next one that is no Saturday, Sunday or public holiday: until then a declaration is in time whose
 * last day it was (§ 193 BGB). A holiday of any German state counts, because the member may live in another one.
 */
export function workingDayFrom(day: Day): Day {
  return isWorkingDay(day) ? day : workingDayFrom(addDays(day, 1))
}

function isWorkingDay(day: Day): boolean {
  const weekday = new Date(day).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !holidaysOf(Number(day.slice(0, 4))).includes(day)
}

const fixed = [
  '01-01',
  '01-06',
  '03-08',
  '05-01',
  '08-15',
  '09-20',
  '10-03',
  '10-31',
  '11-01',
  '12-25',
  '12-26',
]
/** Days after Easter Sunday: Good Friday, Easter Monday, Ascension, Whit Monday, Corpus Christi. */
const movable = [-2, 1, 39, 50, 60]

function holidaysOf(year: number): Day[] {
  const easter = easterOf(year)
  return [
    ...fixed.map((each) => `${year}-${each}`),
    ...movable.map((days) => addDays(easter, days)),
    penanceOf(year),
  ]
}

/** Buß- und Bettag: the Wednesday before 23 November. */
function penanceOf(year: number): Day {
  const last = `${year}-11-22`
  return addDays(last, -((new Date(last).getUTCDay() + 4) % 7))
}

/** Easter Sunday of a Gregorian year (Meeus, Astronomical Algorithms, chapter 8). */
function easterOf(year: number): Day {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const [d, e] = [Math.floor(b / 4), b % 4]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const [i, k] = [Math.floor(c / 4), c % 4]
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  const [month, day] = [Math.floor(sum / 31), (sum % 31) + 1]
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
