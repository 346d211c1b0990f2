import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Answers, drawQuestions, judge, nextTry, type Question } from './instruction.ts'

/** A question with the right options a and b, or a alone. */
const question = (id: string, section: string, { must = false, several = false } = {}): Question => ({
  id,
  section,
  must,
  options: [
    { id: 'a', right: true },
    { id: 'b', right: several },
    { id: 'c', right: false },
  ],
})

const ten = Array.from({ length: 10 }, (_, at) =>
  question(`q${at}`, `s${at % 5}`, { must: at === 0, several: at === 9 }),
)
const drawn = ten.map(({ id, options }) => ({ id, options: options.map((option) => option.id) }))
const right = Object.fromEntries(
  ten.map(({ id, options }) => [id, options.flatMap((option) => (option.right ? [option.id] : []))]),
)

test.each<[string, Answers, boolean, number, string[]]>([
  ['all right', {}, true, 100, []],
  ['the order of the options does not count', { q9: ['b', 'a'] }, true, 100, []],
  ['80 % right', { q1: ['b'], q2: ['c'] }, true, 80, ['s1', 's2']],
  ['70 % right', { q1: ['b'], q2: ['c'], q6: ['b'] }, false, 70, ['s1', 's2']],
  ['a must is wrong at 90 %', { q0: ['b'] }, false, 90, ['s0']],
  ['one of several is missing', { q9: ['a'] }, true, 90, ['s4']],
  ['one too many', { q9: ['a', 'b', 'c'] }, true, 90, ['s4']],
  ['a right one beside a wrong one', { q0: ['a', 'c'] }, false, 90, ['s0']],
  ['without any answer', { q1: [] }, true, 90, ['s1']],
])('%s', (_, change, passed, percent, again) =>
  expect(judge(ten, drawn, { ...right, ...change }, 80)).toEqual({ passed, percent, again }),
)

test('a third is shown as 33 %, and two thirds do not pass 67 %', () => {
  const three = ten.slice(1, 4)
  const shown = drawn.slice(1, 4)
  expect(judge(three, shown, { q1: ['a'] }, 33)).toMatchObject({ passed: true, percent: 33 })
  expect(judge(three, shown, { q1: ['a'], q2: ['a'] }, 67)).toMatchObject({ passed: false, percent: 66 })
})

const questions = fc.uniqueArray(
  fc.record({
    id: fc.string({ minLength: 1, maxLength: 4 }),
    section: fc.constantFrom('fire', 'aid', 'dust'),
    must: fc.boolean(),
  }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 20 },
)

test('a draw has every must, at least one of each section, nothing twice, and all options', () => {
  fc.assert(
    fc.property(
      questions,
      fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
      (rows, numbers) => {
        const all = rows.map(({ id, section, must }) => question(id, section, { must }))
        const draw = drawQuestions(all, () => numbers.next().value as number)
        const ids = draw.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        const chosen = all.filter(({ id }) => ids.includes(id))
        expect(chosen).toHaveLength(ids.length)
        expect(all.filter(({ id, must }) => must && !ids.includes(id))).toEqual([])
        expect(new Set(chosen.map(({ section }) => section))).toEqual(
          new Set(all.map(({ section }) => section)),
        )
        for (const { options } of draw) expect(options.toSorted()).toEqual(['a', 'b', 'c'])
        const answers = Object.fromEntries(ids.map((id) => [id, ['a']]))
        expect(judge(all, draw, answers, 80)).toEqual({ passed: true, percent: 100, again: [] })
      },
    ),
  )
})

describe('the next try', () => {
  const now = new Date('2026-12-01T12:00:00Z')
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const hour = 60
  test.each<[string, number[], number | null]>([
    ['at once, the first time', [], null],
    ['10 minutes after a failed one', [4], 6],
    ['at once after 10 minutes', [10], null],
    ['10 minutes after the second', [3, 30], 7],
    ['a day after the third of a day', [1, 30, 60], 24 * hour - 1],
    ['the third was a day after the first', [1, 30, 24 * hour + 1], 9],
    ['a day later', [24 * hour, 24 * hour + 20, 24 * hour + 40], null],
    ['10 minutes after the fourth, a day later', [2, 24 * hour + 2, 25 * hour, 26 * hour], 8],
  ])('%s', (_, failed, minutes) =>
    expect(nextTry(failed.map(ago), now)).toEqual(minutes === null ? null : ago(-minutes)),
  )
})
