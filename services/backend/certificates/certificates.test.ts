import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DataFile } from '../../../contracts/personal-data.ts'
import { canary, ids, mia, openServices, origin, tom } from '../../../tests/services.fixture.ts'
import * as trainings from '../trainings/trainings.store.ts'

let world: Awaited<ReturnType<typeof openServices>>
let code = ''

beforeAll(async () => {
  world = await openServices()
  await world.db.transaction().execute((tx) =>
    trainings.insert(tx, {
      memberId: ids.mia,
      holderName: `Mia Maria ${canary}`,
      trainingId: 7,
      title: 'Säge',
      source: 'course',
      placeId: ids.coursePlace,
      givenBy: 'Tina',
      reason: null,
      givenOn: '2026-11-20',
      ownUntil: '2027-11-20',
      until: '2027-11-20',
      createdAt: new Date('2026-11-20T10:00Z'),
    }),
  )
  ;({ code } = await world.db.selectFrom('certificate').select('code').executeTakeFirstOrThrow())
})
afterAll(() => world.close())

async function read(path: string, claims?: object): Promise<[number, unknown]> {
  const token = claims ? await world.id.token({ ...claims }) : world.tokens.backend
  const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en' }
  const response = await world.fetch(new Request(`${origin}/api${path}`, { headers }))
  return [response.status, await response.json()]
}

test('the page of a certificate gives first name and initial, title, days and state, and no more', async () => {
  expect(await read(`/certificates/${code}`)).toEqual([
    200,
    {
      kind: 'training',
      state: 'valid',
      name: 'Mia C.',
      title: { de: 'Säge', en: 'Säge' },
      begunOn: null,
      givenOn: '2026-11-20',
      until: '2027-11-20',
    },
  ])
  // Only the site asks, and a code that is nearly right is as unknown as any.
  expect((await read(`/certificates/${code}`, mia))[0]).toBe(401)
  const other = code.endsWith('A') ? 'B' : 'A'
  expect((await read(`/certificates/${code.slice(0, -1)}${other}`))[0]).toBe(404)
  expect((await read(`/certificates/${code.slice(0, -1)}`))[0]).not.toBe(200)
})

test('the paper is read by its person alone, for the place and for the training', async () => {
  const ofPlace = `/course/places/${ids.coursePlace}/certificate`
  const [status, file] = (await read(ofPlace, mia)) as [number, DataFile]
  expect([status, file.name, file.type]).toEqual([200, 'Certificate-2026-11-20.pdf', 'application/pdf'])
  expect(file.content).not.toBe('')
  expect((await read(ofPlace, tom))[0]).toBe(404)
  const ofTraining = (member: number) => `/member/certificate/get?memberId=${member}&code=${code}`
  expect((await read(ofTraining(ids.mia), mia))[0]).toBe(200)
  expect((await read(ofTraining(ids.mia), tom))[0]).toBe(404)
  // His own id does not open hers.
  expect((await read(ofTraining(ids.tom), tom))[0]).toBe(404)
})

test('the end follows that of the training; a revoked one has a page and no paper', async () => {
  await world.db.updateTable('trainingGrant').set({ until: '2026-11-20' }).execute()
  expect(await read(`/certificates/${code}`)).toMatchObject([200, { state: 'ended', until: '2026-11-20' }])
  const how = { revokedOn: '2026-11-21', revokeReason: 'x', revokedBy: 'Tina' }
  await world.db.transaction().execute((tx) => trainings.revoke(tx, { member: ids.mia, training: 7, ...how }))
  expect(await read(`/certificates/${code}`)).toMatchObject([200, { state: 'revoked' }])
  expect((await read(`/course/places/${ids.coursePlace}/certificate`, mia))[0]).toBe(404)
  expect((await read(`/member/certificate/get?memberId=${ids.mia}&code=${code}`, mia))[0]).toBe(404)
})
