import { expect, test, vi } from 'vitest'
import { Problem } from '../../contracts/problem.ts'
import type { Log } from '../log.ts'
import { createService } from './service.ts'

test.each([
  ['databaseUnavailable', 503],
  ['databaseFull', 507],
] as const)('%s is answered with %s, when to try again, and a line in the log', async (code, status) => {
  const error = vi.fn()
  const service = createService('test', { error } as unknown as Log)
  const cause = new Error('connection refused')
  service.get('/', () => {
    throw new Problem(code, { cause, headers: { 'retry-after': '2' } })
  })
  const response = await service.request('/')
  expect(response.status).toBe(status)
  expect(response.headers.get('retry-after')).toBe('2')
  expect(await response.json()).toMatchObject({ code, status })
  expect(error).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ err: cause }), code)
})
