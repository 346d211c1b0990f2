import type { Fields } from './account.ts'
import { createFabmanDouble } from './double.ts'

type Options = Partial<Parameters<typeof createFabmanDouble>[0]>

/** Key of an administrator, member 900 of the double. */
export const apiKey = 'fabman-test-key'
export const memberKey = 'key-of-member-1'
const webhookWait = () => Promise.resolve()

/**
 * A double with a space, open 8 to 22, three pieces of equipment (the first requires a training), and members who may
 * use them: the same as the engine's in connector.fixture.ts.
 */
export function openDouble({ members = 4, ...options }: Options & { members?: number } = {}) {
  const clock = options.clock ?? (() => new Date('2026-12-01T08:00:00Z'))
  const double = createFabmanDouble({
    clock,
    webhookWait,
    keys: new Map([
      [apiKey, { member: 900, privileges: 'admin' }],
      [memberKey, { member: 1, privileges: 'member' }],
    ]),
    ...options,
  })
  const { account } = double
  const space = {
    name: 'Halle 9',
    timezone: 'Europe/Berlin',
    bookingSlotsPerHour: 2,
    bookingWindowMinHours: 0,
    bookingWindowMaxDays: 30,
  }
  account.insert('spaces', space)
  account.openingHours.set(
    1,
    [1, 2, 3, 4, 5, 6, 7].map((dayOfWeek) => ({ dayOfWeek, fromTime: '08:00', untilTime: '22:00' })),
  )
  const names = ['Lasercutter', '3D-Drucker', 'Säge']
  for (const [index, name] of names.entries()) {
    account.insert('resources', { space: 1, name, type: 1, requiresTraining: index === 0 })
  }
  account.bridges.set(1, { serialNumber: 'B1', inUse: true, offline: false, heartbeatInterval: 60 })
  account.insert('trainingCourses', { title: 'Laser', resources: [1] })
  account.insert('packages', { name: 'Plus', recurringFee: '39.00' })
  account.insert('packagePermissions', { package: 1 })
  for (let id = 1; id <= members; id++) {
    const name = { memberNumber: `10${id}`, firstName: `Vorname${id}`, lastName: `Name${id}` }
    account.insert('members', { ...name, emailAddress: `m${id}@example.org`, space: 1 })
    const since = { member: id, fromDate: '2026-01-01' }
    account.insert('memberTrainings', { ...since, trainingCourse: 1, date: '2026-01-01' })
    account.insert('memberPackages', { ...since, package: 1 })
  }
  account.insert('members', {
    id: 900,
    firstName: 'Anna',
    lastName: 'Admin',
    emailAddress: 'admin@example.org',
  })
  return double
}

/** Makes one call with a key; the body is sent as JSON. */
export function ask(
  double: { fetch: (request: Request) => Promise<Response> },
  method: string,
  path: string,
  body?: Fields,
  headers: Record<string, string> = { authorization: `Bearer ${apiKey}` },
): Promise<Response> {
  const json = body && { 'content-type': 'application/json' }
  return double.fetch(
    new Request(`https://fabman.example/api/v1${path}`, {
      method,
      headers: { ...json, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
}
