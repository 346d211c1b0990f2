import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { OpenedDatabase } from '../../../../platform/database/database.ts'
import { testDatabase } from '../../../../platform/database/database.fixture.ts'
import { createLog } from '../../../../platform/log.ts'
import { ask, openDouble } from '../../../../doubles/fabman/workshop.fixture.ts'
import type { FabmanDouble } from '../../../../doubles/fabman/double.ts'
import { createFabmanWebhook } from '../../../webhooks/fabman.ts'
import { createCache } from '../../cache/cache.ts'
import { cachedWorkshop } from '../../cache/cached-workshop.ts'
import { fabmanOf } from '../../twins.fixture.ts'
import type { WorkshopSystem } from '../../workshop-system.ts'

const clock = () => new Date('2026-12-01T08:00:00Z')
const secret = 'a-secret-of-this-account'
const times = { fromDateTime: '2026-12-02T18:00', untilDateTime: '2026-12-02T20:00' }
const day = (date: string) => ({
  space: 1,
  fromDateTime: `${date}T00:00`,
  untilDateTime: `${next(date)}T00:00`,
})
const next = (date: string) => `${date.slice(0, 8)}${String(Number(date.slice(8)) + 1).padStart(2, '0')}`

let database: OpenedDatabase
let double: FabmanDouble
let workshop: WorkshopSystem
/** Members whose trainings somebody has changed at Fabman. */
let changedTrainings: number[]
/** A message as Fabman sends it; its ids may exceed 2^53. */
let tell: (type: string, details: string) => Promise<Response>

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  changedTrainings = []
  let webhook: (request: Request) => Promise<Response>
  double = openDouble({
    clock,
    webhookFetch: (request) => webhook(new Request(request.url.replace('/webhooks/fabman', ''), request)),
  })
  const cache = createCache({ clock })
  const fabman = fabmanOf(database.db, double, clock, {
    cache,
    trainingChanged: (member) => changedTrainings.push(member),
  })
  workshop = cachedWorkshop(fabman.workshop, cache)
  webhook = createFabmanWebhook({ secret, received: fabman.receive, log: createLog('silent') })
  tell = (type, details) =>
    webhook(
      new Request(`http://w/${secret}`, {
        method: 'POST',
        body: `{"id":7000,"type":"${type}","details":${details}}`,
      }),
    )
  await ask(double, 'POST', '/webhooks', {
    url: `https://werkbank.example/webhooks/fabman/${secret}`,
    categories: [
      'booking',
      'resource',
      'bridge',
      'memberTraining',
      'memberPackage',
      'memberCredit',
      'member',
    ],
  })
})

/** Reads again. @returns the ids of the bookings, and how many lists were read from Fabman */
async function readBookings(query: Parameters<WorkshopSystem['bookings']>[0]) {
  const before = double.requests.length
  const ids = (await workshop.bookings(query)).map(({ id }) => id)
  return {
    ids,
    asked: double.requests.slice(before).filter((request) => request.includes('/bookings?')).length,
  }
}

/** Waits until messages have arrived and had their effect. */
async function settled(): Promise<void> {
  await double.webhooks.settled()
  await new Promise((resolve) => setTimeout(resolve, 20))
}

test('a booking that the staff makes, moves or deletes shows at once, and no other entry is invalidated', async () => {
  const ofMember = { member: 1 }
  const today = day('2026-12-02')
  const other = day('2026-12-05')
  const ofMachine = { resource: 2, fromDateTime: '2026-12-01T00:00', untilDateTime: '2026-12-04T00:00' }
  const ofOther = { ...ofMachine, resource: 3 }
  const all = [ofMember, today, ofMachine, other, ofOther]
  const read = async () => {
    const answers = []
    for (const query of all) answers.push(await readBookings(query))
    return answers
  }
  const [none, kept] = [
    { ids: [], asked: 1 },
    { ids: [], asked: 0 },
  ]
  expect(await read()).toEqual([none, none, none, none, none])
  expect(await read()).toEqual([kept, kept, kept, kept, kept])

  await ask(double, 'POST', '/bookings', { resource: 2, member: 1, ...times })
  await settled()
  const found = { ids: [1], asked: 1 }
  expect(await read()).toEqual([found, found, found, kept, kept])

  const moved = { fromDateTime: '2026-12-05T18:00', untilDateTime: '2026-12-05T20:00', lockVersion: 1 }
  await ask(double, 'PUT', '/bookings/1', moved)
  await settled()
  expect(await read()).toEqual([found, none, none, found, kept])

  await ask(double, 'DELETE', '/bookings/1')
  await settled()
  expect(await read()).toMatchObject([none, { ids: [] }, { ids: [] }, none, kept])
})

const lacks = async (resource: number) => {
  const access = await workshop.equipmentAccess(1, { day: '2026-12-02' })
  return access?.find((each) => each.resource === resource)?.missing
}

const trainedOnDay = () => workshop.trainedEquipment(1, { day: '2026-12-02' })

test('equipment out of order and a training show at once', async () => {
  expect(await workshop.equipmentItem(2)).toMatchObject({ state: 'active' })
  expect(await workshop.equipment({})).toHaveLength(3)
  expect(await workshop.trainedEquipment(1, {})).toEqual([1])
  expect(await trainedOnDay()).toEqual([1])
  await ask(double, 'PUT', '/resources/2', { state: 'locked', lockVersion: 1 })
  expect(changedTrainings).toEqual([])
  await ask(double, 'DELETE', '/members/1/trainings/1')
  await settled()
  expect(changedTrainings).toEqual([1])
  expect(await workshop.equipmentItem(2)).toMatchObject({ state: 'locked' })
  expect((await workshop.equipment({ space: 1 })).map(({ state }) => state)).toEqual([
    'active',
    'locked',
    'active',
  ])
  expect(await trainedOnDay()).toEqual([])
  expect(await lacks(2)).toEqual(['bookingState'])
  expect(await workshop.trainedEquipment(1, {})).toEqual([])
})

test('a new package and new credits count at once', async () => {
  const quote = async () => {
    const { cost, refusals } = await workshop.quoteBooking({ equipment: 2, member: 1, ...times })
    return [refusals.map(({ code }) => code), cost?.credits.length]
  }
  double.account.update('resources', double.account.tables.resources.get(2) as never, {
    pricePerBooking: '6.00',
    pricePerBookingSeconds: 3600,
  })
  await ask(double, 'DELETE', '/members/1/packages/1')
  await settled()
  expect(await quote()).toEqual([['noPackage'], 0])
  await ask(double, 'POST', '/members/1/packages', { package: 1, fromDate: '2026-12-01' })
  await settled()
  expect(await quote()).toEqual([[], 0])
  await ask(double, 'POST', '/members/1/credits', { amount: '3.00', scope: 'booking' })
  await settled()
  expect(await quote()).toEqual([[], 1])
})

test('the new times of a booking are read at Fabman, whatever the message says', async () => {
  const ofMachine = { resource: 3, fromDateTime: '2026-12-04T00:00', untilDateTime: '2026-12-07T00:00' }
  const nearby = [day('2026-12-05'), ofMachine]
  const elsewhere = day('2026-12-02')
  for (const query of [...nearby, elsewhere]) await readBookings(query)
  const moved = { fromDateTime: '2026-12-05T18:00', untilDateTime: '2026-12-05T20:00' }
  double.account.insert('bookings', { space: 1, resource: 3, member: 1, ...moved, state: 'confirmed' })
  await tell('booking_created', JSON.stringify({ booking: { id: 1, resource: 2, member: 1, ...times } }))
  for (const query of nearby) {
    await vi.waitFor(async () => expect(await readBookings(query)).toEqual({ ids: [1], asked: 1 }))
  }
  expect(await readBookings(elsewhere)).toEqual({ ids: [], asked: 1 })
})

test('wrong entries are invalidated before Fabman has answered', async () => {
  await readBookings({ member: 1 })
  double.faults.mode = 'slow'
  double.faults.slowMs = 60_000
  double.faults.only = ({ url }) => url.includes('/resources')
  await tell('booking_created', JSON.stringify({ booking: { id: 1, resource: 2, member: 1, ...times } }))
  await vi.waitFor(async () => expect(await readBookings({ member: 1 })).toEqual({ ids: [], asked: 1 }))
})

test('equipment with an id beyond 2^53 is not taken for another', async () => {
  const asked = async () => {
    const before = double.requests.length
    await workshop.equipmentItem(2)
    return double.requests.length - before
  }
  expect([(await asked()) > 0, await asked()]).toEqual([true, 0])
  await tell('resource_updated', '{"resource":{"id":9007199254740993}}')
  await vi.waitFor(async () => expect(await asked()).toBeGreaterThan(0))
})

test('a locked member cannot book from then on', async () => {
  const codes = async () => {
    const { refusals } = await workshop.quoteBooking({ equipment: 2, member: 1, ...times })
    return refusals.map(({ code }) => code)
  }
  expect(await codes()).toEqual([])
  await ask(double, 'PUT', '/members/1', { state: 'locked', lockVersion: 1 })
  await vi.waitFor(async () => expect(await codes()).toEqual(['bookingState']))
})

test('the message is answered before Fabman is called, and its content is not trusted', async () => {
  await readBookings(day('2026-12-02'))
  double.faults.mode = 'slow'
  double.faults.slowMs = 60_000
  const fabman = fabmanOf(database.db, double, clock)
  const receive = createFabmanWebhook({
    secret,
    received: fabman.receive,
    log: createLog('silent'),
  })
  const details = { booking: { id: 99, resource: 2, member: 1, ...times, state: 'confirmed' } }
  const send = (type: string, told: unknown) =>
    receive(
      new Request(`http://w/${secret}`, {
        method: 'POST',
        body: JSON.stringify({ id: Math.ceil(performance.now() * 1000), type, details: told }),
      }),
    )
  const began = performance.now()
  expect((await send('booking_created', details)).status).toBe(200)
  for (const odd of [null, 7, 'x', [], { booking: { id: 'x' } }, { booking: 7, resource: [], member: 'y' }]) {
    for (const type of [
      'booking_updated',
      'resource_updated',
      'memberTraining_created',
      'member_updated',
      'x',
      '',
    ]) {
      expect([200, 400]).toContain((await send(type, odd)).status)
    }
  }
  expect(performance.now() - began).toBeLessThan(1000)
  double.faults.mode = null
  expect((await workshop.bookings(day('2026-12-02'))).map(({ id }) => id)).toEqual([])
})
