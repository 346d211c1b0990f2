import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { StoreError } from '../../clients/store-error.ts'
import { siteServices, type SiteServices } from '../context.ts'
import { changeOrder, introductions } from './confirmation-step.server.ts'

/** The response to "change the order", where the backend refuses it. */
async function changed(refusal: StoreError | null): Promise<Response> {
  const url = new URL('https://halle9.example/onboarding/confirmation')
  const context = new RouterContextProvider()
  context.set(siteServices, {
    config: { publicUrl: url.origin, identity: { clientId: 'c' } },
    log: { warn: () => {}, error: () => {} },
    backendFor: () => ({
      signUp: async () => ({ flow: 'onboarding', isSignedIn: false }),
      changeSignUp: () => (refusal ? Promise.reject(refusal) : Promise.resolve({})),
    }),
  } as unknown as SiteServices)
  const request = new Request(url, {
    method: 'POST',
    body: new URLSearchParams({ do: 'change' }),
    headers: { cookie: `__Host-signup=${'x'.repeat(43)}` },
  })
  return changeOrder({ request, url, context }, 'onboarding').then(
    () => Promise.reject(new Error('nothing was thrown')),
    (thrown: unknown) => thrown as Response,
  )
}

const conflict = new StoreError(409, {
  type: 'urn:werkbank:problem:conflict',
  title: '',
  status: 409,
  code: 'conflict',
  message: '',
})

test.each([
  ['leads to the choice', null, '/onboarding/payment'],
  ['that was paid in another tab meanwhile leads to what was bought', conflict, '/onboarding/confirmation'],
])('an order that is changed %s', async (_, refusal, path) => {
  const response = await changed(refusal)
  expect([response.status, response.headers.get('location')]).toEqual([303, path])
})

test('new members begin with trainings that need none before and unlock what can be booked', async () => {
  const dates = [
    { id: 13, freeSeats: 2, fromDateTime: '2026-12-09T18:00' },
    { id: 12, freeSeats: 2, fromDateTime: '2026-12-02T18:00' },
    { id: 11, freeSeats: 0, fromDateTime: '2026-12-01T18:00' },
  ]
  const training = (id: number, grants: number[], rest: object = {}) => ({
    id,
    kind: 'training',
    title: { de: `Kurs ${id}`, en: `Course ${id}` },
    grants,
    requires: [],
    dates,
    ...rest,
  })
  const machine = (id: number, rest: object = {}) => ({ id, state: 'active', canBeBooked: true, ...rest })
  const services = {
    backend: {
      courses: async () => [
        training(1, [1]),
        training(2, [2], { requires: [1] }),
        training(3, [3]),
        training(4, []),
        training(5, [1], { kind: 'workshop' }),
        training(6, [1], { dates: [{ freeSeats: 0, fromDateTime: '2026-12-01T18:00' }] }),
      ],
    },
    connector: {
      trainingCourses: async () => [1, 2, 3].map((id) => ({ id, resources: [id] })),
      equipment: async () => [machine(1), machine(2), machine(3, { state: 'locked' })],
    },
    space: async () => ({ zone: 'Europe/Berlin' }),
    now: () => new Date('2026-11-27T10:00:00Z'),
  } as unknown as SiteServices
  expect(await introductions(services, 'de')).toEqual([
    { course: 1, title: 'Kurs 1', date: 12, from: '2026-12-02T18:00' },
  ])
})
