import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../platform/database/postgres-server.fixture.ts'
import { type CommerceWorld, messageAbout, startCommerceWorld, Visitor } from './commerce-world.ts'
import { measureKnownAddresses } from './known-addresses.ts'
import type { OnEnd, Row } from './measurement.ts'
import { quantile } from './median.ts'

const messagesPerSecond = 200
const seconds = 20
const visitors = 60
const visitorsAtOnce = 2
const payments = { calm: 20, loaded: 20 }

/** Measures onboarding, payments and the provider's messages on the embedded database and on PostgreSQL. */
export async function measureCommerce(onEnd: OnEnd): Promise<Row[]> {
  const embedded = await measureOn('embedded database', '', onEnd)
  const server = await startPostgres({ shared_buffers: '256MB' })
  onEnd(server.stop)
  return [...embedded, ...(await measureOn('PostgreSQL', server.url, onEnd))]
}

async function measureOn(database: string, databaseUrl: string, onEnd: OnEnd): Promise<Row[]> {
  const world = await startCommerceWorld(onEnd, databaseUrl)
  // First, because it also warms up the process.
  const known = await measureKnownAddresses(world)
  const onboarding = await measureOnboarding(world)
  const { buyers } = onboarding
  const calm: number[] = []
  for (const buyer of buyers.slice(0, payments.calm)) calm.push(await paidToConfirmed(buyer))
  const sessions = buyers.map(({ session }) => session)
  const [messages, loaded] = await Promise.all([
    sendMessages(world.url, sessions),
    payOneASecond(buyers.slice(payments.calm, payments.calm + payments.loaded)),
  ])
  const highest = world.product.peakMemory()
  await world.product.stop()
  return [
    row('onboarding step, p95', quantile(onboarding.times, 0.95), 'ms'),
    ...known,
    row('paid to confirmed, p95', quantile(calm, 0.95), 'ms'),
    row(
      `message of the provider answered at ${messagesPerSecond} a second, median`,
      quantile(messages, 0.5),
      'ms',
    ),
    row(
      `message of the provider answered at ${messagesPerSecond} a second, p99`,
      quantile(messages, 0.99),
      'ms',
    ),
    row('paid to confirmed among these messages, p95', quantile(loaded, 0.95), 'ms'),
    row('highest resident memory', highest, 'MB'),
  ].map(({ measurement, ...rest }) => ({ measurement: `${measurement}, ${database}`, ...rest }))
}

/** Somebody whose order waits for its payment. */
interface Buyer {
  visitor: Visitor
  /** Checkout session at the provider. */
  session: string
}

const contact = {
  firstName: 'Frida',
  lastName: 'Fräs',
  birthDay: '24',
  birthMonth: '12',
  birthYear: '1990',
  street: 'Am alten Drehwerk 9',
  zip: '51063',
  city: 'Köln',
  country: 'DE',
  buysFor: 'self',
}

/** The form of the photo, which browsers send in parts. */
function later(): FormData {
  const form = new FormData()
  form.set('do', 'later')
  return form
}

/** Pages and forms of the four steps, without script. */
async function measureOnboarding({ url }: CommerceWorld) {
  const buyers: Buyer[] = []
  const times: number[] = []
  let next = 0
  const walk = async () => {
    while (next < visitors) {
      const email = `buyer-${next++}@example.org`
      const visitor = new Visitor(url)
      const step = async (name: string, form: (page: string) => Record<string, string> | FormData) => {
        const page = await visitor.ask(`/onboarding/${name}`)
        const answer = await visitor.ask(`/onboarding/${name}`, form(page.text))
        if (answer.status !== 303) throw new Error(`${name}: ${answer.status} ${answer.text.slice(0, 500)}`)
        times.push(page.ms, answer.ms)
        return answer.location ?? ''
      }
      await step('start', () => ({ package: '2', account: 'existing', email }))
      await step('contact', () => contact)
      await step('image', later)
      const paysAt = await step('payment', (page) => ({
        shownCents: /name="shownCents" value="(\d+)"/.exec(page)?.[1] ?? '',
        shown: /name="shown" value="([^"]*)"/.exec(page)?.[1] ?? '',
        starts: 'now',
        early: 'on',
        terms: 'on',
        withdrawal: 'on',
        paysBy: 'provider',
      }))
      buyers.push({ visitor, session: /\/pay\/(cs_\w+)/.exec(paysAt)?.[1] ?? '' })
    }
  }
  await Promise.all(Array.from({ length: visitorsAtOnce }, walk))
  // The first ten visitors warm up the process.
  return { buyers, times: times.slice(80) }
}

/** From the answer of the provider's page to the page that says welcome. */
async function paidToConfirmed({ visitor, session }: Buyer): Promise<number> {
  const paid = await visitor.ask(`/pay/${session}`, { do: 'card', test: 'pays' })
  if (paid.status !== 303) throw new Error(`not paid: ${paid.status}`)
  const began = performance.now()
  for (;;) {
    const { text } = await visitor.ask('/onboarding/confirmation')
    if (!text.includes('class="order-state"')) return performance.now() - began
    if (performance.now() - began > 60_000) throw new Error('not confirmed within a minute')
    await sleep(50)
  }
}

async function payOneASecond(buyers: Buyer[]): Promise<number[]> {
  const times: Promise<number>[] = []
  for (const buyer of buyers) {
    times.push(paidToConfirmed(buyer))
    await sleep((1000 * seconds) / payments.loaded)
  }
  return Promise.all(times)
}

/** Sends messages at their times, whether earlier ones are answered or not. @returns the milliseconds of each */
async function sendMessages(url: string, sessions: string[]): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  const began = performance.now()
  const answers: Promise<number>[] = []
  for (let index = 0; index < messagesPerSecond * seconds; index++) {
    const due = began + (index * 1000) / messagesPerSecond
    while (performance.now() < due) await sleep(Math.max(due - performance.now(), 0))
    answers.push(sendMessage(url, agent, { session: sessions[index % sessions.length] ?? '', due }))
  }
  const times = await Promise.all(answers)
  agent.destroy()
  return times
}

function sendMessage(
  url: string,
  agent: Agent,
  { session, due }: { session: string; due: number },
): Promise<number> {
  const { body, signature } = messageAbout(session)
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const sent = request(`${url}/webhooks/stripe`, { method: 'POST', agent, headers }, (response) => {
    response.resume().on('end', () => {
      if (response.statusCode === 200) resolve(performance.now() - due)
      else reject(new Error(`a message is answered with ${response.statusCode}`))
    })
  })
  sent.on('error', reject).end(body)
  return promise
}

function row(measurement: string, value: number, unit: string): Row {
  return { measurement, value: Math.round(value), unit }
}
