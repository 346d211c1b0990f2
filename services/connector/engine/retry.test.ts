import { expect, test } from 'vitest'
import { withRetry } from './retry.ts'

function failing(times: number, code: string) {
  let runs = 0
  return async () => {
    runs++
    if (runs <= times) throw Object.assign(new Error(code), { code })
    return runs
  }
}

test.each(['40001', '40P01'])('%s is retried', async (code) => {
  expect(await withRetry(failing(3, code))).toBe(4)
})

test('the fourth failure is thrown', async () => {
  await expect(withRetry(failing(4, '40001'))).rejects.toThrow('40001')
})

test('other failures are not retried', async () => {
  await expect(withRetry(failing(1, '23P01'))).rejects.toThrow('23P01')
})
