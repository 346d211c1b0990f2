import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import { ClientCredentials, EmailAddress, VerificationJob } from '../../contracts/identity.ts'
import { Problem } from '../../contracts/problem.ts'
import type { Clock } from '../../platform/clock.ts'
import { createService, type Fetch, readBody, readQuery } from '../../platform/http/service.ts'
import type { Log } from '../../platform/log.ts'
import type { Database } from '../../platform/database/database.ts'
import { createAccountMails } from './account-mails.ts'
import { type Account, createAccounts } from './accounts.ts'
import { createPasswords } from './password.ts'

const tokenSeconds = 3600
const UsersQuery = z.object({ email: EmailAddress, fields: z.string().max(200).optional() })

interface ManagementOptions {
  db: Database
  /** Ends in a slash. */
  issuer: string
  /** Name of the space, in mails. */
  siteName: string
  clock: Clock
  log: Log
}

/** A double of Auth0's Management API over the embedded accounts. */
export interface Management {
  fetch: Fetch
  /** New in each process. */
  credentials: { clientId: string; clientSecret: string }
}

/**
 * Creates a double of the part of Auth0's Management API v2 that `clients/identity.ts` uses.
 * https://auth0.com/docs/api/management/v2
 */
export function createManagement({ db, issuer, siteName, clock, log }: ManagementOptions): Management {
  const accounts = createAccounts({ db, passwords: createPasswords(), clock })
  const mails = createAccountMails({ db, issuer, siteName, clock, log })
  const credentials = { clientId: 'management', clientSecret: randomBytes(32).toString('base64url') }
  const app = createService('identity-management', log)
  const tokenKey = randomBytes(32)

  app.post('/oauth/token', async (c) => {
    const body = await readBody(c, ClientCredentials)
    const isRight = isSame(body.client_id, credentials.clientId)
    if (!isSame(body.client_secret, credentials.clientSecret) || !isRight) throw new Problem('unauthorized')
    const expiresAt = Math.floor(clock().getTime() / 1000) + tokenSeconds
    return c.json({ access_token: tokenOf(expiresAt), expires_in: tokenSeconds, token_type: 'Bearer' })
  })

  app.use('/api/v2/*', async (c, next) => {
    if (!isToken(c.req.header('authorization')?.replace(/^Bearer /i, '') ?? ''))
      throw new Problem('unauthorized')
    await next()
  })

  app.get('/api/v2/users-by-email', async (c) => {
    const { email } = readQuery(c, UsersQuery)
    const account = await accounts.ofEmail(email)
    return c.json(account ? [userOf(account)] : [])
  })

  app.post('/api/v2/jobs/verification-email', async (c) => {
    const { user_id } = await readBody(c, VerificationJob)
    const account = await accounts.ofId(user_id)
    if (!account) throw new Problem('notFound')
    if (!account.emailVerified) await mails.request('verification', account.email, askedLocale(c))
    return c.json(
      { type: 'verification_email', status: 'pending', id: `job_${randomBytes(8).toString('hex')}` },
      201,
    )
  })

  function tokenOf(expiresAt: number): string {
    return `${expiresAt}.${createHmac('sha256', tokenKey).update(String(expiresAt)).digest('base64url')}`
  }

  function isToken(token: string): boolean {
    const expiresAt = Number(token.split('.')[0])
    return isSame(token, tokenOf(expiresAt)) && expiresAt * 1000 > clock().getTime()
  }

  return { fetch: async (request) => app.fetch(request), credentials }
}

function userOf(account: Account) {
  return {
    user_id: account.id,
    email: account.email,
    email_verified: account.emailVerified,
    name: account.name,
    blocked: account.blocked,
    user_metadata: account.userMetadata,
  }
}

/** Auth0's job has no language; ours takes it from the header, else from the account. */
function askedLocale(c: Context) {
  const language = c.req.header('accept-language')
  return language === 'de' || language === 'en' ? language : undefined
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
