import { describe, expect, test, vi } from 'vitest'
import { createBackendClient } from './backend.ts'
import { errorMessage, MissingMember, StoreError } from './store-error.ts'

const problem = {
  type: 'urn:werkbank:problem:noMember',
  title: 'No member was found for this account.',
  status: 404,
  code: 'noMember',
  message: 'Kein Mitglied mit diesem Konto gefunden.',
}

const authorise = ({ method, url }: { method: string; url: string }) => ({
  authorization: 'Bearer t',
  dpop: `${method} ${url}`,
})

function clientOf(answer: Response | Error) {
  const fetch = vi.fn((_request: Request) =>
    answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer),
  )
  return { fetch, client: createBackendClient({ baseUrl: 'https://werkbank.example/api', authorise, fetch }) }
}

async function errorOf(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(
    () => 'no error',
    (error: unknown) => error,
  )
}

describe('errors (E6, E8, E9)', () => {
  test('store error with server message: the server message is shown', async () => {
    const headers = { 'content-type': 'application/problem+json; charset=utf-8' }
    const { client } = clientOf(Response.json(problem, { status: 404, headers }))
    const error = await errorOf(client.member('mia@example.org'))
    expect(error).toBeInstanceOf(StoreError)
    expect(error).toMatchObject({ status: 404, problem: { code: 'noMember' } })
    expect(errorMessage(error)).toBe('Kein Mitglied mit diesem Konto gefunden.')
  })

  test.each([
    ['an error page', new Response('<h1>Bad gateway</h1>', { status: 502 })],
    [
      'broken JSON',
      new Response('{', { status: 502, headers: { 'content-type': 'application/problem+json' } }),
    ],
    [
      'another shape',
      Response.json({ message: 7 }, { status: 502, headers: { 'content-type': 'application/problem+json' } }),
    ],
  ])("store error without a server message (%s): 'Fehler: {status}'", async (_, answer) => {
    expect(errorMessage(await errorOf(clientOf(answer).client.courses()))).toBe('Fehler: 502')
  })

  test.each([
    ['unreachable', new TypeError('fetch failed')],
    ['an answer that does not fit', Response.json([{ id: 'x' }])],
  ])("other errors (%s): 'Unerwarteter Fehler'", async (_, answer) => {
    expect(errorMessage(await errorOf(clientOf(answer).client.courses()))).toBe('Unerwarteter Fehler')
    expect(errorMessage('anything')).toBe('Unerwarteter Fehler')
  })

  test.each(['credits', 'previousCredits', 'creditUses', 'memberPackages', 'memberTrainings'] as const)(
    "%s without a loaded member: 'Kein gültiger Member vorhanden', and no request",
    async (method) => {
      for (const missing of [null, undefined, 0]) {
        const { client, fetch } = clientOf(Response.json([]))
        const error = await errorOf(client[method](missing, 7))
        expect(error).toBeInstanceOf(MissingMember)
        expect(error).toHaveProperty('message', 'Kein gültiger Member vorhanden')
        expect(errorMessage(error)).toBe('Kein gültiger Member vorhanden')
        expect(fetch).not.toHaveBeenCalled()
      }
    },
  )
})

test('each call is authorised for its own method and address', async () => {
  const { client, fetch } = clientOf(Response.json([]))
  await client.creditUses(1, 7)
  const sent = fetch.mock.calls[0]?.[0]
  expect(sent?.url).toBe('https://werkbank.example/api/member/credits/uses/get?memberId=1&creditId=7')
  expect(sent?.headers.get('authorization')).toBe('Bearer t')
  expect(sent?.headers.get('dpop')).toBe(`GET ${sent?.url}`)
})
