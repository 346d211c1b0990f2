import { createHash, createHmac, randomInt, randomUUID } from 'node:crypto'
import { openDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import { payloadOf, solutionOf } from '../services/backend/accounts/challenge.fixture.ts'
import { createChallenges } from '../services/backend/accounts/challenge.ts'
import { createAccounts } from '../services/identity/accounts.ts'
import { createPasswords } from '../services/identity/password.ts'
import type { OnEnd } from './measurement.ts'
import { type MeasuredProcess, startProduct, temporaryFolder } from './process.ts'

const port = 4877
const secretText = 'only for measurements'
const secret = createHash('sha256').update(secretText).digest()
const password = 'ein langer neuer Satz'
/** Addresses that have an account and a member. */
export const knownAddresses = Array.from({ length: 200 }, (_, index) => `known-${100 + index}@example.org`)

/** The built product with its demo data, test payments and the known addresses. */
export interface CommerceWorld {
  url: string
  product: MeasuredProcess
}

/** @param databaseUrl empty for the embedded database */
export async function startCommerceWorld(onEnd: OnEnd, databaseUrl: string): Promise<CommerceWorld> {
  const dataDir = temporaryFolder(onEnd)
  const env = { DATABASE_URL: databaseUrl, DEMO: '1', SECRET: secretText, TRUST_PROXY: '1' }
  const start = () => startProduct(onEnd, { port, dataDir, path: '/health', env })
  const seeding = await start()
  await seeding.stop()
  await addKnown(databaseUrl, dataDir)
  return { url: `http://localhost:${port}`, product: await start() }
}

async function addKnown(databaseUrl: string, dataDir: string): Promise<void> {
  const { db, close } = await openDatabase({ databaseUrl, dataDir, log: createLog('warn') })
  const clock = () => new Date()
  const accounts = createAccounts({ db, passwords: createPasswords(), clock })
  const stamps = { createdAt: clock(), updatedAt: clock() }
  for (const email of knownAddresses) {
    await accounts.create({ email, password, emailVerified: true })
    const row = { spaceId: 1, memberNumber: email, firstName: 'Kai', lastName: 'Kennt', emailAddress: email }
    await db
      .insertInto('member')
      .values({ ...row, ...stamps })
      .execute()
  }
  await close()
}

/** A browser without script, in a network of its own. */
export class Visitor {
  private readonly url: string
  private readonly address = Array.from({ length: 4 }, () => randomInt(1, 255)).join('.')
  private cookie = ''

  constructor(url: string) {
    this.url = url
  }

  /** @returns the answer and the milliseconds until its end */
  async ask(path: string, form?: Record<string, string> | FormData) {
    const began = performance.now()
    const response = await fetch(new URL(path, this.url), {
      method: form ? 'POST' : 'GET',
      headers: { origin: this.url, cookie: this.cookie, 'x-forwarded-for': this.address },
      redirect: 'manual',
      ...(form && { body: form instanceof FormData ? form : new URLSearchParams(form) }),
    })
    const text = await response.text()
    const ms = performance.now() - began
    const [set] = response.headers.getSetCookie()
    if (set) this.cookie = set.split(';')[0] ?? ''
    return { status: response.status, location: response.headers.get('location'), text, ms, response }
  }
}

const challenges = createChallenges({
  secret,
  replay: { remember: () => Promise.reject(new Error('nothing is redeemed here')) },
  clock: () => new Date(),
  counter: { min: 1, max: 2 },
})

/** Returns the form of a registration, with a challenge that is signed as the product's and solved. */
export async function registrationForm(email: string): Promise<Record<string, string>> {
  const challenge = await challenges.issue()
  return { email, password, altcha: payloadOf(challenge, await solutionOf(challenge)) }
}

/** Returns a message of the embedded payment provider about a session, as it signs and sends them. */
export function messageAbout(session: string) {
  const webhookSecret = `whsec_${createHmac('sha256', secret).update('checkout:webhook').digest('hex')}`
  const time = Math.floor(Date.now() / 1000)
  const body = JSON.stringify({
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    object: 'event',
    created: time,
    livemode: false,
    type: 'checkout.session.completed',
    data: { object: { id: session, object: 'checkout.session' } },
  })
  const mac = createHmac('sha256', webhookSecret).update(`${time}.${body}`).digest('hex')
  return { body, signature: `t=${time},v1=${mac}` }
}
