import { expect, test } from 'vitest'
import { StoreError } from '../../clients/store-error.ts'
import { createWriteKeys, isAnswered } from './use-member-write.ts'

function numbered() {
  let last = 0
  return createWriteKeys(() => `key-${++last}`)
}

test('a retry of the same intent keeps its key', () => {
  const { keyOf } = numbered()
  expect(keyOf({ from: '10:00' })).toBe('key-1')
  expect(keyOf({ from: '10:00' })).toBe('key-1')
})

test('another intent gets another key', () => {
  const { keyOf } = numbered()
  keyOf({ from: '10:00' })
  expect(keyOf({ from: '11:00' })).toBe('key-2')
})

test('the same intent gets another key after its answer', () => {
  const { keyOf, forget } = numbered()
  keyOf({ from: '10:00' })
  forget()
  expect(keyOf({ from: '10:00' })).toBe('key-2')
})

test.each([
  ['a refusal', new StoreError(422, null), true],
  ['a server error', new StoreError(503, null), false],
  ['a lost connection', new TypeError('Failed to fetch'), false],
])('%s: answered %s', (_, error, answered) => {
  expect(isAnswered(error)).toBe(answered)
})
