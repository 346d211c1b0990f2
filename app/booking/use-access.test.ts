import { describe, expect, test, vi } from 'vitest'
import { createConnectorClient } from '../../clients/connector.ts'
import { accessOf, readAccess } from './use-access.ts'

/** Reads over a connector that answers with these ids of trained equipment; returns what was asked, too. */
async function read(trained: unknown) {
  const asked: string[] = []
  const log = vi.fn()
  const connector = createConnectorClient({
    baseUrl: 'https://halle9.example/connector/v1',
    fetch: async ({ url, headers }) => {
      const { pathname, search } = new URL(url)
      asked.push(`${pathname.slice('/connector/v1'.length)}${search} ${headers.get('authorization')}`)
      const access = [{ resource: 2, missing: ['noPackage'] }]
      return Response.json(pathname.endsWith('/trained-resources') ? trained : access)
    },
    log,
  })
  const known = readAccess(connector, 7, '2026-12-03', () => ({ authorization: 'Bearer of-member-7' }))
  return { known: await known.catch((error: unknown) => error), asked, log }
}

test('P3: the decision about a day asks for the trained equipment, with the token of the member', async () => {
  const { known, asked } = await read([1])
  expect(known).toEqual({ trained: [1], access: [{ resource: 2, missing: ['noPackage'] }] })
  expect(asked).toEqual([
    '/fabman/members/7/trained-resources?day=2026-12-03 Bearer of-member-7',
    '/fabman/members/7/equipment-access?day=2026-12-03 Bearer of-member-7',
  ])
})

test('E19: ids that are none are logged and are the error of the screens', async () => {
  const message = 'Validation failed for trained equipment IDs.'
  for (const wrong of [['1'], { ids: [1] }, [1.5], null]) {
    const { known, log } = await read(wrong)
    expect(known).toEqual(new Error(message))
    expect(log).toHaveBeenCalledExactlyOnceWith({ message, issues: expect.any(Array) })
  }
})

describe('a member', () => {
  const access = accessOf({ trained: [1], access: [{ resource: 2, missing: ['noPackage'] }] })

  test.each([
    ['may use equipment that a training unlocks', 1, true, []],
    ['may use equipment that requires none', 3, false, []],
    ['lacks a training that is required', 3, true, ['noPermission']],
    ['lacks the package alone where no training is required', 2, false, ['noPackage']],
    ['lacks both, the package first', 2, true, ['noPackage', 'noPermission']],
  ])('%s', (_, id, requiresTraining, missing) => {
    expect(access({ id, requiresTraining })).toEqual(missing)
  })
})
