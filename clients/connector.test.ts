import { describe, expect, test, vi } from 'vitest'
import type { BookingCreation } from '../contracts/booking.ts'
import { type ConnectorClient, createConnectorClient } from './connector.ts'
import { StoreError } from './store-error.ts'

const booking = {
  id: 5,
  resource: { id: 2, name: 'Säge', state: 'active' },
  member: 77,
  fromDateTime: '2026-12-02T18:00',
  untilDateTime: '2026-12-02T20:00',
  state: 'confirmed',
  lockVersion: 1,
  createdAt: '2026-12-01T08:00:00.000Z',
  updatedAt: '2026-12-01T08:00:00.000Z',
  updatedBy: 1,
  account: 1,
  charged: false,
}

const creation: BookingCreation = {
  state: 'confirmed',
  fromDateTime: '2026-12-02T18:00',
  untilDateTime: '2026-12-02T20:00',
  resource: '2',
  member: '77',
}

const authorise = ({ method, url }: { method: string; url: string }) => ({
  authorization: 'DPoP t',
  dpop: `${method} ${url}`,
})

function clientOf(answer: Response | Error) {
  const log = vi.fn()
  const fetch = vi.fn<(request: Request) => Promise<Response>>(async () => {
    if (answer instanceof Error) throw answer
    return answer
  })
  const options = { baseUrl: 'https://werkbank.example/connector/v1', token: '1|read', fetch, log }
  return { log, fetch, client: createConnectorClient(options) }
}

const calls: [string, string, string, (client: ConnectorClient) => Promise<unknown>, unknown][] = [
  ['bookings of a member', 'GET', '/fabman/bookings?member=77&state=', (c) => c.bookingsOfMember(77), []],
  [
    'bookings by query',
    'GET',
    '/fabman/bookings?resource=2&fromDateTime=2026-12-02T00%3A00&untilDateTime=2026-12-03T00%3A00',
    (c) => c.bookings({ resource: 2, fromDateTime: '2026-12-02T00:00', untilDateTime: '2026-12-03T00:00' }),
    [booking],
  ],
  ['creating', 'POST', '/fabman/bookings', (c) => c.createBooking(creation, authorise), booking],
  ['cancelling', 'DELETE', '/fabman/bookings/5', (c) => c.cancelBooking(5, authorise), booking],
  ['all equipment', 'GET', '/fabman/resources', (c) => c.equipment(), []],
  ['equipment of a space', 'GET', '/fabman/resources?space=3', (c) => c.equipment({ space: 3 }), []],
  [
    'trained resources',
    'GET',
    '/fabman/members/77/trained-resources',
    (c) => c.trainedEquipment(77, {}, authorise),
    [12, 34],
  ],
  ['spaces', 'GET', '/fabman/spaces', (c) => c.spaces(), []],
]

describe('calls (C12 to C19)', () => {
  test.each(calls)('%s: %s %s', async (_, method, path, invoke, answer) => {
    const { client, fetch } = clientOf(Response.json(answer))
    expect(await invoke(client)).toEqual(answer)
    const request = fetch.mock.calls[0]?.[0]
    expect(`${request?.method} ${request?.url}`).toBe(
      `${method} https://werkbank.example/connector/v1${path}`,
    )
  })

  test('reads carry the connector token, writes and trained resources the one of the member', async () => {
    for (const [name, method, path, invoke, answer] of calls) {
      const { client, fetch } = clientOf(Response.json(answer))
      await invoke(client)
      const headers = fetch.mock.calls[0]?.[0].headers
      const byMember = method !== 'GET' || name === 'trained resources'
      expect(headers?.get('authorization'), name).toBe(byMember ? 'DPoP t' : 'Bearer 1|read')
      const url = `https://werkbank.example/connector/v1${path}`
      expect(headers?.get('dpop'), name).toBe(byMember ? `${method} ${url}` : null)
    }
  })
})

const nonsense = { id: 'no number' }

describe('errors (V3, E15 to E21)', () => {
  test.each<[string, string, (client: ConnectorClient) => Promise<unknown>]>([
    ['bookings for a member', 'Validation failed for booking data.', (c) => c.bookingsOfMember(77)],
    ['a bookings query', 'Validation failed for booking data.', (c) => c.bookings()],
    [
      'a created booking',
      'Validation failed for created booking data.',
      (c) => c.createBooking(creation, authorise),
    ],
    [
      'a cancelled booking',
      'Validation failed for created booking data.',
      (c) => c.cancelBooking(5, authorise),
    ],
    ['an equipment item', 'Validation failed for equipment item.', (c) => c.equipmentItem(1)],
    ['an equipment list', 'Validation failed for equipment data.', (c) => c.equipment()],
    [
      'trained equipment',
      'Validation failed for trained equipment IDs.',
      (c) => c.trainedEquipment(77, {}, authorise),
    ],
    ['a space list', 'Validation failed for space data.', (c) => c.spaces()],
    ['a space', 'Validation failed for space ID 3.', (c) => c.space(3)],
  ])('%s that does not fit: %s', async (_, message, invoke) => {
    for (const answer of [Response.json(nonsense), Response.json([nonsense]), new Response('<html>')]) {
      const { client, log } = clientOf(answer)
      await expect(invoke(client)).rejects.toThrow(new Error(message))
      // The details are logged before the throw.
      expect(log).toHaveBeenCalledExactlyOnceWith({ message, issues: expect.any(Array) })
    }
  })

  test.each([
    ['no time', { ...creation, fromDateTime: 'tomorrow' }],
    ['an offset', { ...creation, fromDateTime: '2026-12-02T18:00Z' }],
    ['a number as resource', { ...creation, resource: 2 }],
    ['nothing', undefined],
  ])('an invalid outgoing booking (%s) makes no request', async (_, wrong) => {
    const { client, fetch, log } = clientOf(Response.json(booking))
    await expect(client.createBooking(wrong as BookingCreation, authorise)).rejects.toThrow(
      new Error('Validation failed for created booking data.'),
    )
    expect(log).toHaveBeenCalledOnce()
    expect(fetch).not.toHaveBeenCalled()
  })

  test('a failed cancel has the message of E16 and the problem of the server as cause', async () => {
    const problem = { type: 'x', title: 'x', status: 422, code: 'bookingEnded', message: 'Schon vorbei.' }
    const headers = { 'content-type': 'application/problem+json' }
    const { client } = clientOf(Response.json(problem, { status: 422, headers }))
    const error = await client.cancelBooking(5, authorise).catch((thrown: unknown) => thrown as Error)
    expect(error).toMatchObject({
      message: 'Validation failed for created booking data.',
      cause: { message: 'Schon vorbei.', problem },
    })
  })

  test('a refused booking is a store error with the sentence of the server', async () => {
    const refusals = [
      { code: 'overlap', message: 'Vergeben.', limit: null, nextPossible: '2026-12-02T20:00' },
    ]
    const problem = { type: 'x', title: 'x', status: 422, code: 'overlap', message: 'Vergeben.', refusals }
    const headers = { 'content-type': 'application/problem+json' }
    const { client } = clientOf(Response.json(problem, { status: 422, headers }))
    const error = await client.createBooking(creation, authorise).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(StoreError)
    expect(error).toMatchObject({ message: 'Vergeben.', status: 422, problem: { refusals } })
  })

  test.each(['application/json', 'text/plain', 'text/html'])('a sentence counts as %s', async (type) => {
    const body = JSON.stringify({ message: 'Server sagt nein.' })
    const { client } = clientOf(new Response(body, { status: 422, headers: { 'content-type': type } }))
    await expect(client.spaces()).rejects.toMatchObject({
      message: 'Server sagt nein.',
      status: 422,
      problem: null,
    })
  })

  test("a refusal without a sentence is 'Fehler: {status}'", async () => {
    const { client } = clientOf(new Response('<h1>Bad gateway</h1>', { status: 502 }))
    await expect(client.spaces()).rejects.toThrow('Fehler: 502')
  })
})

test('an unreachable connector is upstreamUnavailable', async () => {
  const { client } = clientOf(new TypeError('fetch failed'))
  await expect(client.spaces()).rejects.toMatchObject({
    status: 503,
    problem: { code: 'upstreamUnavailable' },
  })
})

test('what is not there is null, a wrong address is not', async () => {
  const problem = { type: 'x', title: 'x', status: 404, code: 'notFound', message: 'Nichts.' }
  const headers = { 'content-type': 'application/problem+json' }
  const { client } = clientOf(Response.json(problem, { status: 404, headers }))
  expect(await client.equipmentItem(9)).toBeNull()
  await expect(clientOf(new Response('', { status: 404 })).client.space(9)).rejects.toThrow('Fehler: 404')
})
