import { expect, test } from 'vitest'
import { createTokenBuckets } from './token-bucket.ts'

const one = [{ key: 'one', times: 1 }]

test('a bucket gives its burst, then what flows back', () => {
  let now = 0
  const take = createTokenBuckets({ burst: 3, perSecond: 2, now: () => now })
  expect([1, 1, 1].map((tokens) => take(one, tokens))).toEqual([0, 0, 0])
  expect(take(one, 1)).toBe(1)
  now += 500
  expect([take(one, 1), take(one, 1)]).toEqual([0, 1])
  now += 1e9
  expect([take(one, 3), take(one, 1)]).toEqual([0, 1])
  expect(take([{ key: 'two', times: 1 }], 1)).toBe(0)
})

test('all small buckets of a large one share its tokens, and a refusal takes none', () => {
  const take = createTokenBuckets({ burst: 2, perSecond: 1, now: () => 0 })
  const asks = (key: string) =>
    take(
      [
        { key, times: 1 },
        { key: 'large', times: 2 },
      ],
      1,
    )
  expect(['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(asks)).toEqual([0, 0, 1, 1, 0, 0, 1])
})

test('many networks do not fill the memory: the least recently used is full again', () => {
  const take = createTokenBuckets({ burst: 1, perSecond: 1, now: () => 0 })
  take(one, 1)
  expect(take(one, 1)).toBe(1)
  for (let index = 0; index < 10_000; index++) take([{ key: `n${index}`, times: 1 }], 1)
  expect(take(one, 1)).toBe(0)
})
