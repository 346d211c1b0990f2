import { describe, expect, test } from 'vitest'
import { runStart, type Session, type SessionParts } from './start.ts'

const origin = 'https://halle9.example'
const member = { id: 1, firstName: 'Mia' } as never

/** A session with parts that note what was asked of them, in order. */
function session(given: Partial<SessionParts> & { calls?: Record<string, () => unknown> } = {}) {
  const log: string[] = []
  const errors: unknown[][] = []
  const sets: Session[] = []
  const values = new Map<string, string>()
  const call = (name: string, answer: unknown) => async () => {
    log.push(name)
    return given.calls?.[name]?.() ?? answer
  }
  const parts: SessionParts = {
    address: `${origin}/faq`,
    wasSignedIn: true,
    whenIdle: call('idle', undefined) as never,
    loadClient: async () => {
      log.push('library')
      return {
        handleRedirectCallback: call('callback', { appState: { returnTo: '/en/booking?machine=1' } }),
        loginWithCustomTokenExchange: async (asked: object) =>
          call(`exchange ${JSON.stringify(asked)}`, {})(),
        checkSession: call('check', undefined),
        isAuthenticated: call('authenticated', true),
        getUser: call('user', { email: 'mia@example.org' }),
      } as never
    },
    loadToken: call('token', 'secret') as never,
    loadBackend: async () => ({
      backend: {
        member: async (email: string) => (await call(`member ${email}`, member)()) as never,
        courses: call('courses', [{ id: 3 }]) as never,
        memberCourses: call('member courses', [{ course_id: 3 }]) as never,
      },
      errorMessage: () => 'Fehler: 503',
    }),
    set: (next) => void sets.push(next),
    go: (path) => void log.push(`go ${path}`),
    login: async (path) => log.push(`login ${path}`) > 0,
    takeReturn: () => null,
    memory: {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: (key) => void values.delete(key),
    },
    logError: (...what) => void errors.push(what),
    ...given,
  }
  return { parts, log, errors, sets, run: () => runStart(parts), last: () => sets.at(-1) }
}

const fails = (error: string) => () => {
  throw Object.assign(new Error(error), { error })
}
const callback = { address: `${origin}/me/profil?code=1&state=2` }
const loading = ['check', 'authenticated', 'user', 'token']
const member1 = ['member mia@example.org', 'courses', 'member courses']

describe('the start of a session (A1, A2)', () => {
  test('a visitor never loads the library', async () => {
    const visit = session({ wasSignedIn: false })
    await visit.run()
    expect(visit.log).toEqual([])
    expect(visit.last()?.status).toBe('anonymous')
  })

  test('a returning member: when idle, user, token, member by e-mail, courses, the member’s courses', async () => {
    const visit = session()
    await visit.run()
    expect(visit.log).toEqual(['idle', 'library', ...loading, ...member1])
    expect(visit.last()).toEqual({
      status: 'authenticated',
      user: { email: 'mia@example.org' },
      token: 'secret',
      member,
      courses: [{ id: 3 }],
      memberCourses: [{ course_id: 3 }],
      error: null,
    })
    expect(visit.sets.slice(0, -1).every(({ status }) => status === 'loading')).toBe(true)
  })

  test('handles the provider’s answer at once and returns', async () => {
    const visit = session({ ...callback, wasSignedIn: false })
    await visit.run()
    expect(visit.log).toEqual(['library', 'callback', 'go /en/booking?machine=1', ...loading, ...member1])
  })

  test('ignores a return address on another host', async () => {
    const calls = { callback: () => ({ appState: { returnTo: '//evil.example' } }) }
    const visit = session({ ...callback, calls })
    await visit.run()
    expect(visit.log).toContain('go /me/profil')
  })

  test('a session that has ended at the provider is anonymous', async () => {
    const visit = session({ calls: { authenticated: () => false } })
    await visit.run()
    expect(visit.last()?.status).toBe('anonymous')
    expect(visit.log).not.toContain('token')
  })
})

describe('failures (E11, E12, E27)', () => {
  test('E11: logged only, the address is cleaned and the session goes on', async () => {
    const visit = session({
      ...callback,
      calls: { callback: fails('unauthorized'), authenticated: () => false },
    })
    await visit.run()
    expect(visit.errors).toHaveLength(1)
    expect(visit.log).toEqual(['library', 'callback', 'go /me/profil', 'check', 'authenticated'])
    expect(visit.last()).toMatchObject({ status: 'anonymous', error: 'login' })
  })

  test.each(['state_mismatch', 'missing_transaction'])('%s starts sign-in again, once', async (code) => {
    const visit = session({ ...callback, calls: { callback: fails(code), authenticated: () => false } })
    await visit.run()
    expect(visit.log).toEqual(['library', 'callback', 'go /me/profil', 'login /me/profil'])
    await visit.run()
    expect(visit.log.filter((entry) => entry.startsWith('login'))).toHaveLength(1)
    expect(visit.last()).toMatchObject({ status: 'anonymous', error: 'login' })
  })

  test.each(['login_required', 'mfa_required'])(
    '%s right after a callback does not turn in circles',
    async (code) => {
      const visit = session({ ...callback, calls: { token: fails(code) } })
      await visit.run()
      expect(visit.log.filter((entry) => entry.startsWith('login'))).toEqual([])
      expect(visit.last()?.error).not.toBeNull()
    },
  )

  test('E12: its sentence is logged and the token cleared', async () => {
    const visit = session({ calls: { token: fails('server_error') } })
    await visit.run()
    expect(visit.errors[0]?.[0]).toBe('Token konnte nicht geladen werden')
    expect(visit.last()).toMatchObject({ status: 'authenticated', token: null, member: null, error: 'token' })
    expect(visit.log).toEqual(['idle', 'library', ...loading])
  })

  test.each([
    ['timeout', { status: 'authenticated', error: 'timeout' }, undefined],
    ['login_required', { status: 'anonymous', error: null }, undefined],
    ['missing_refresh_token', { status: 'anonymous', error: null }, undefined],
    ['mfa_required', { status: 'loading', token: null }, 'login /faq'],
  ])('a token that fails with %s', async (code, state, then) => {
    const visit = session({ calls: { token: fails(code) } })
    await visit.run()
    expect(visit.last()).toMatchObject(state)
    expect(visit.log.find((entry) => entry.startsWith('login'))).toBe(then)
  })

  test('E6: what the backend says about the member is kept, the member stays signed in', async () => {
    const visit = session({ calls: { courses: fails('down') } })
    await visit.run()
    expect(visit.last()).toMatchObject({
      status: 'authenticated',
      token: 'secret',
      member,
      error: 'Fehler: 503',
    })
  })

  test('without the library the page has a visitor', async () => {
    const visit = session({ loadClient: () => Promise.reject(new Error('offline')) })
    await visit.run()
    expect(visit.errors).toHaveLength(1)
    expect(visit.last()?.status).toBe('anonymous')
  })
})

describe('the link of a verification mail', () => {
  const ticket = 'x'.repeat(43)
  const exchange = `exchange {"subject_token":"${ticket}","subject_token_type":"urn:werkbank:ticket"}`
  const address = `${origin}/en/auth?success=true#ticket=${ticket}`
  const signedIn = [...loading, ...member1]

  test('signs in and leads to the profile, and the ticket leaves the address first', async () => {
    const visit = session({ address, wasSignedIn: false })
    await visit.run()
    const leave = 'go /en/auth?success=true'
    expect(visit.log).toEqual(['library', leave, exchange, 'go /en/me/profil', ...signedIn])
    expect(visit.last()?.status).toBe('authenticated')
  })

  test('leads to where the person wanted to sign in, never to another host', async () => {
    const visit = session({ address, takeReturn: () => '/booking?machine=1' })
    await visit.run()
    expect(visit.log).toContain('go /booking?machine=1')
    const evil = session({ address, takeReturn: () => '//evil.example' })
    await evil.run()
    expect(evil.log).toContain('go /en/me/profil')
  })

  test('that is over is logged only, and the page stays', async () => {
    const calls = { [exchange]: fails('invalid_grant'), authenticated: () => false }
    const visit = session({ address, wasSignedIn: false, calls })
    await visit.run()
    expect(visit.log).toEqual(['library', 'go /en/auth?success=true', exchange, 'check', 'authenticated'])
    expect(visit.errors).toHaveLength(1)
    expect(visit.last()?.status).toBe('anonymous')
  })
})
