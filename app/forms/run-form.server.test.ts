import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { StoreError } from '../../clients/store-error.ts'
import { ResendForm } from '../sign-up/resend-verification.tsx'
import { formOf, runForm } from './run-form.server.ts'

const log = { warn: vi.fn(), error: vi.fn() }

function post(body: BodyInit, headers: Record<string, string> = {}) {
  return new Request('https://halle9.example/auth', { method: 'POST', body, headers })
}

const sent = (email: string) => post(new URLSearchParams({ email }))

test('a form that is in order is done', async () => {
  const act = vi.fn(async () => {})
  const { data, init } = await runForm(sent('mia@example.org'), ResendForm, act, log)
  expect(act).toHaveBeenCalledWith({ email: 'mia@example.org' })
  expect([init?.status, data.status]).toEqual([200, 'success'])
})

test.each(['', 'mia', 'mia@'])(
  'a wrong field (%j) is 422 with its message and what was typed',
  async (email) => {
    const act = vi.fn(async () => {})
    const { data, init } = await runForm(sent(email), ResendForm, act, log)
    expect(act).not.toHaveBeenCalled()
    expect(init?.status).toBe(422)
    expect(data.error).toEqual({ email: ['auth_resend_invalid'] })
    expect(data.initialValue?.['email'] ?? '').toBe(email)
  },
)

test('a refusal has the status and the sentence of the service', async () => {
  const refusal = new StoreError(429, {
    type: 'about:blank',
    title: 'Too many requests',
    status: 429,
    code: 'tooManyRequests',
    message: 'Zu viele Anfragen.',
  })
  const { data, init } = await runForm(
    sent('mia@example.org'),
    ResendForm,
    () => Promise.reject(refusal),
    log,
  )
  expect(init?.status).toBe(429)
  expect(data.error).toEqual({ '': ['Zu viele Anfragen.'] })
  expect(log.error).not.toHaveBeenCalled()
})

test('a refusal counts across bundles, whose classes differ', async () => {
  const refusal = Object.assign(new Error('Zu viele Anfragen.'), {
    name: 'StoreError',
    status: 429,
    problem: null,
  })
  const act = () => Promise.reject(refusal)
  const { data, init } = await runForm(sent('mia@example.org'), ResendForm, act, log)
  expect([init?.status, data.error]).toEqual([429, { '': ['Zu viele Anfragen.'] }])
})

describe('a form with a secret', () => {
  const Secret = z.object({ email: z.email('auth_resend_invalid'), password: z.string() })
  const options = {
    hidden: ['password'],
    messageOf: (field: string, code: string) =>
      field === 'password' && code === 'common' ? ('register_password_common' as const) : undefined,
  }
  const ask = (email: string, act: () => Promise<void>) =>
    runForm(post(new URLSearchParams({ email, password: 'secret' })), Secret, act, log, options)
  const refusalOf = (message: string) => () =>
    Promise.reject(
      new StoreError(400, {
        type: 'about:blank',
        title: 'x',
        status: 400,
        code: 'invalidInput',
        message: 'Die Angabe passt nicht.',
        errors: [{ field: 'password', message }],
      }),
    )

  test('names the field that the service refused, and sends no secret back', async () => {
    const { data, init } = await ask('mia@example.org', refusalOf('common'))
    expect([init?.status, data.error]).toEqual([422, { password: ['register_password_common'] }])
    expect(data.initialValue).toEqual({ email: 'mia@example.org' })
  })

  test('shows the sentence of the service where a field has no text', async () => {
    const { data, init } = await ask('mia@example.org', refusalOf('unknown'))
    expect([init?.status, data.error]).toEqual([400, { '': ['Die Angabe passt nicht.'] }])
  })

  test('sends no secret back with a wrong field', async () => {
    const { data } = await ask('mia', async () => {})
    expect(JSON.stringify(data)).not.toContain('secret')
  })
})

test('a bug is 500, logged, and says nothing of itself', async () => {
  const bug = new Error('secret')
  const { data, init } = await runForm(sent('mia@example.org'), ResendForm, () => Promise.reject(bug), log)
  expect(init?.status).toBe(500)
  expect(JSON.stringify(data)).not.toContain('secret')
  expect(log.error).toHaveBeenCalledWith({ err: bug }, 'form failed')
})

test.each([
  ['JSON', post('{}', { 'content-type': 'application/json' })],
  ['no content type', post(new Blob(['email=mia']))],
  ['a broken multipart body', post('x', { 'content-type': 'multipart/form-data; boundary=y' })],
])('%s is 400', async (_, request) => {
  await expect(runForm(request, ResendForm, async () => {}, log)).rejects.toMatchObject({
    init: { status: 400 },
  })
})

describe.each([
  ['an array with many places', named('a[99999999]')],
  ['a longer array than 64 KB can hold', named('a[999999]')],
  ['a name with 29,000 parts', named(`a${'.a'.repeat(29_000)}`)],
  ['7,000 fields', new URLSearchParams(Array.from({ length: 7000 }, (_, index) => [`a${index}`, '1']))],
  ['a field given twice', new URLSearchParams('email=mia%40example.org&email=mia%40example.org')],
  ['an intent of the form library', named('__intent__')],
  ['a name without letters', named('.')],
  ['a long name', named('a'.repeat(65))],
  ['__proto__', named('__proto__')],
])('%s', (_, fields) => {
  test('is 400 before the form is checked', async () => {
    const { user } = process.threadCpuUsage()
    await expect(runForm(post(fields), ResendForm, async () => {}, log)).rejects.toMatchObject({
      init: { status: 400 },
    })
    expect(process.threadCpuUsage().user - user).toBeLessThan(200_000)
  })
})

test('boxes to tick share a name where a form has them', async () => {
  const body = () => post(new URLSearchParams('a=1&a=2'))
  expect((await formOf(body(), true)).getAll('a')).toEqual(['1', '2'])
  await expect(formOf(body())).rejects.toMatchObject({ init: { status: 400 } })
})

test('a file is 400', async () => {
  const form = new FormData()
  form.set('email', new Blob(['mia@example.org']))
  await expect(runForm(post(form), ResendForm, async () => {}, log)).rejects.toMatchObject({
    init: { status: 400 },
  })
})

test('a field may have a name of 64 characters', async () => {
  const fields = new URLSearchParams({ email: 'mia@example.org', ['a'.repeat(64)]: '' })
  expect((await runForm(post(fields), ResendForm, async () => {}, log)).init?.status).toBe(200)
})

test('a large body is refused while somebody else holds a copy of it', async () => {
  const request = sent('m'.repeat(250 * 1024))
  request.clone()
  await expect(runForm(request, ResendForm, async () => {}, log)).rejects.toMatchObject({
    init: { status: 413 },
  })
})

test.each([
  ['/onboarding/contact', 'Die Anfrage ist zu groß.'],
  ['/en/onboarding/contact.data', 'The request is too large.'],
])('more than 64 KB to %s is 413, said in its language', async (path, message) => {
  const body = new URLSearchParams({ email: 'm'.repeat(65 * 1024) })
  const request = new Request(`https://halle9.example${path}`, { method: 'POST', body })
  await expect(runForm(request, ResendForm, async () => {}, log)).rejects.toMatchObject({
    data: message,
    init: { status: 413 },
  })
})

function named(name: string): URLSearchParams {
  return new URLSearchParams([[name, '1']])
}

test('what a text browser sends without a name is left out', async () => {
  const form = await formOf(post(new URLSearchParams('name=Mia&=system&=wie+System')))
  expect([...form]).toEqual([['name', 'Mia']])
})
