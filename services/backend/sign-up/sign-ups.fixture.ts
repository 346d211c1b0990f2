import sharp from 'sharp'
import type { Contact } from '../../../contracts/sign-up.ts'
import { openServices, origin } from '../../../tests/services.fixture.ts'

export const basis = { kind: 'membership', package: 1 } as const
export const typed = { by: 'typed', email: 'frida@example.org' } as const
export const frida: Contact = {
  firstName: 'Frida',
  lastName: 'Fräs',
  birthDay: '24',
  birthMonth: '12',
  birthYear: '1990',
  guardianName: '',
  guardianEmail: '',
  street: 'Am alten Drehwerk 9',
  zip: '51063',
  city: 'Köln',
  country: 'DE',
  phone: '',
  buysFor: 'self',
  company: '',
  vatId: '',
  reference: '',
  invoiceEmail: '',
  requirement: '',
}

/** A photo as the site makes it, or of another size. */
export const photo = (width = 480, height = width) =>
  sharp({ create: { width, height, channels: 3, background: '#a52' } })
    .jpeg()
    .toBuffer()

/** The services with some packages to sign up for, and the calls of the site's server. */
export async function openSignUps(change: Parameters<typeof openServices>[0] = {}) {
  const world = await openServices(change)
  const sold = { allowsBooking: true, recurringFeePeriod: 'month', recurringFeeCents: 1990 }
  await world.db
    .insertInto('package')
    .values([
      { ...sold, id: 1, name: 'Basis', position: 1 },
      { ...sold, id: 2, name: 'Jugend', position: 2, requirementDe: 'Bis 26', requirementEn: 'Up to 26' },
      { ...sold, id: 3, name: 'Team', kind: 'team', position: 3, seats: 3 },
      { ...sold, id: 4, name: 'Alt', state: 'archived', position: 4 },
      { ...sold, id: 5, name: 'Tagespass', kind: 'day', recurringFeePeriod: 'day', position: 5 },
    ])
    .execute()
  await world.db
    .insertInto('openingHours')
    .values(
      [1, 2, 3, 4, 5].map((dayOfWeek) => ({ spaceId: 1, dayOfWeek, fromTime: '08:00', untilTime: '22:00' })),
    )
    .execute()

  /** From another network each time unless one is given. */
  function ask(method: string, path: string, body?: unknown, { token = '', address = '' } = {}) {
    const headers = {
      authorization: `Bearer ${world.tokens.backend}`,
      'content-type': 'application/json',
      'x-test-address': address || crypto.randomUUID(),
      ...(token && { 'signup-token': token }),
    }
    const text = body === undefined ? undefined : JSON.stringify(body)
    return world.fetch(new Request(`${origin}/api${path}`, { method, headers, body: text }))
  }

  /** Begins a sign-up. @returns its token */
  async function begin(item: object = basis, account: object = typed): Promise<string> {
    const response = await ask('PUT', '/signup/start', { item, account })
    const { token } = (await response.json()) as { token: string }
    if (response.status !== 200 || !token) throw new Error(`no sign-up: ${response.status}`)
    return token
  }

  /** Reads a sign-up; null without one. */
  async function read(token: string) {
    const response = await ask('GET', '/signup', undefined, { token })
    return response.status === 404 ? null : ((await response.json()) as Record<string, unknown>)
  }

  const putContact = (token: string, change: Partial<Contact> = {}) =>
    ask('PUT', '/signup/contact', { ...frida, ...change }, { token })

  return { ...world, ask, begin, read, putContact }
}
