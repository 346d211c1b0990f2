import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MemberContact } from '../../../../contracts/member-contact.ts'
import type { FabmanDouble } from '../../../../doubles/fabman/double.ts'
import { openDouble } from '../../../../doubles/fabman/workshop.fixture.ts'
import type { OpenedDatabase } from '../../../../platform/database/database.ts'
import { testDatabase } from '../../../../platform/database/database.fixture.ts'
import { fabmanOf } from '../../twins.fixture.ts'

const clock = () => new Date('2026-12-01T08:00:00Z')
const contact: MemberContact = {
  phone: '+49 221 4710 911',
  address: 'Keupstraße 81',
  zip: '51063',
  city: 'Köln',
  countryCode: 'DE',
  language: 'en',
}

let database: OpenedDatabase
let double: FabmanDouble
/** Bodies of the changes that Fabman was asked for. */
let puts: object[]

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  double = openDouble({ clock })
  puts = []
})

/** Changes the contact data of member 1; `around` stands between us and Fabman. */
function change(around: (request: Request, put: number, send: () => Promise<Response>) => Promise<Response>) {
  const { fetch } = double
  double.fetch = async (request) => {
    if (request.method !== 'PUT') return fetch(request)
    puts.push((await request.clone().json()) as object)
    return around(request, puts.length, () => fetch(request))
  }
  return fabmanOf(database.db, double, clock).workshop.changeMember?.(1, contact)
}

const stored = () => double.account.tables.members.get(1)

test('only contact data and the version are sent, and nothing where all values are there already', async () => {
  await change((_, __, send) => send())
  expect(puts).toEqual([{ ...contact, lockVersion: 1 }])
  await change((_, __, send) => send())
  expect(puts).toHaveLength(1)
})

test('after a conflict the member is read again, and what somebody else has changed stays', async () => {
  const changed = await change((_, put, send) => {
    const row = stored()
    if (put === 1 && row) double.account.update('members', row, { company: 'Atelier Nord' })
    return send()
  })
  expect(puts).toEqual([
    { ...contact, lockVersion: 1 },
    { ...contact, lockVersion: 2 },
  ])
  expect(changed).toMatchObject({ ...contact, company: 'Atelier Nord' })
})

test('a lost answer of a change that was made is no failure, and the change is made once', async () => {
  const changed = await change(async (_, __, send) => {
    await send()
    throw new TypeError('the connection is gone')
  })
  expect(changed).toMatchObject(contact)
  expect(puts).toHaveLength(1)
  expect(stored()).toMatchObject({ lockVersion: 2 })
})

test('what Fabman does not take is said so', async () => {
  const said = Response.json({ statusCode: 422, message: 'Unknown country' }, { status: 422 })
  await expect(change(() => Promise.resolve(said))).rejects.toMatchObject({
    code: 'notSupported',
    options: { errors: [{ field: 'contact', message: 'Fabman: Unknown country' }] },
  })
  expect(puts).toHaveLength(1)
})
