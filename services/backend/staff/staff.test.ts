import { afterAll, beforeAll, expect, test } from 'vitest'
import { ids, mia, openServices, origin, tom } from '../../../tests/services.fixture.ts'
import * as store from './staff.store.ts'

let world: Awaited<ReturnType<typeof openServices>>

beforeAll(async () => {
  world = await openServices()
  await world.db.insertInto('training').values({ id: 7, title: 'Säge' }).execute()
})
afterAll(() => world.close())

const decision = { memberId: ids.mia, training: 7, reason: 'Gezeigt' }

async function call(claims: object, path: string, body?: object): Promise<[number, unknown]> {
  const token = await world.id.token({ ...claims })
  const response = await world.fetch(
    new Request(`${origin}/api/staff/trainings/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
  return [response.status, await response.json()]
}
const give = (claims: object) => call(claims, 'give', decision)
const name = (email: string, role: 'trainer' | 'manager') =>
  store.put(world.db, { email, role, createdAt: new Date() })

test('a manager gives and revokes a training and reads what was given; others get 403', async () => {
  expect((await give(tom))[0]).toBe(403)
  await name(tom.email, 'trainer')
  expect((await give(tom))[0]).toBe(403)
  expect((await call(tom, `get?memberId=${ids.mia}`))[0]).toBe(403)
  expect((await call(tom, 'revoke', decision))[0]).toBe(403)

  await name(tom.email, 'manager')
  const [status, given] = await give(tom)
  expect(status).toBe(200)
  expect(given).toMatchObject({
    member: ids.mia,
    training: 7,
    title: 'Säge',
    state: 'asked',
    source: 'staff',
  })
  expect(await call(tom, `get?memberId=${ids.mia}`)).toEqual([200, [given]])
  expect(await call(tom, 'revoke', { ...decision, reason: 'Verwechselt' })).toMatchObject([
    200,
    [{ state: 'revoked', revokeReason: 'Verwechselt' }],
  ])
  expect(await call(tom, 'give', { ...decision, training: 77 })).toMatchObject([
    404,
    { errors: [{ field: 'training' }] },
  ])
  expect(await call(tom, 'give', { ...decision, reason: ' ' })).toMatchObject([
    400,
    { errors: [{ field: 'reason' }] },
  ])
  expect((await give(mia))[0]).toBe(403)
})

test('only the account counts that came first with the confirmed address', async () => {
  await name(mia.email, 'manager')
  expect((await give({ ...mia, sub: 'auth0|thief', email_verified: false }))[0]).toBe(403)
  expect((await give(mia))[0]).toBe(200)
  // Another account has got the address since.
  expect((await give({ ...mia, sub: 'auth0|later' }))[0]).toBe(403)
  expect((await give({ ...mia, email: 'new@example.org' }))[0]).toBe(200)
  expect(await store.remove(world.db, mia.email)).toBe(true)
  expect((await give(mia))[0]).toBe(403)
})
