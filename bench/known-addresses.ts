import { randomInt } from 'node:crypto'
import { type CommerceWorld, knownAddresses, registrationForm, Visitor } from './commerce-world.ts'
import type { Row } from './measurement.ts'
import { median } from './median.ts'

/**
 * Sends the forms of registration and onboarding for 200 addresses that are known and 200 that are not, in pairs of random
 * order, and compares the times. 0.5 means that a known address takes longer in every second pair of times.
 * @throws Error when two answers differ
 */
export async function measureKnownAddresses(world: CommerceWorld): Promise<Row[]> {
  return [
    ...(await compare('registration', async (visitor, email) =>
      visitor.ask('/register', await registrationForm(email)),
    )(world)),
    ...(await compare('first step of onboarding', (visitor, email) =>
      visitor.ask('/onboarding/start', { package: '2', account: 'existing', email }),
    )(world)),
  ]
}

type Answer = Awaited<ReturnType<Visitor['ask']>>

function compare(name: string, send: (visitor: Visitor, email: string) => Promise<Answer>) {
  return async ({ url }: CommerceWorld): Promise<Row[]> => {
    const known: number[] = []
    const unknown: number[] = []
    for (const address of knownAddresses) {
      const other = address.replace('known', 'fresh')
      const emails = randomInt(2) === 0 ? [address, other] : [other, address]
      const answers: string[] = []
      for (const email of emails) {
        const answer = await send(new Visitor(url), email)
        answers.push(seen(answer, email))
        if (email === address) known.push(answer.ms)
        else unknown.push(answer.ms)
      }
      if (answers[0] !== answers[1]) throw new Error(`${name}: ${answers.join(' differs from ')}`)
    }
    const figure = (value: number, digits: number) => Number(value.toFixed(digits))
    return [
      { measurement: `${name}, median of known addresses`, value: figure(median(known), 1), unit: 'ms' },
      { measurement: `${name}, median of unknown addresses`, value: figure(median(unknown), 1), unit: 'ms' },
      {
        measurement: `${name}, share of pairs in which the known one takes longer`,
        value: figure(longer(known, unknown), 3),
        unit: '×',
      },
    ]
  }
}

/** Headers that differ from answer to answer, or belong to the connection. */
const random = new Set([
  'connection',
  'content-security-policy',
  'date',
  'keep-alive',
  'set-cookie',
  'x-request-id',
])

/** What a visitor sees, without what is random. */
function seen({ status, text, response }: Answer, email: string): string {
  const headers = [...response.headers].filter(([header]) => !random.has(header))
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, ''))
  return JSON.stringify({ status, headers, cookies, text }).replaceAll(email, 'the address')
}

/** The statistic of Mann and Whitney as a share: of all pairs of a known and an unknown time. */
function longer(known: number[], unknown: number[]): number {
  const wins = known.flatMap((one) =>
    unknown.map((other): number => (one > other ? 1 : one === other ? 0.5 : 0)),
  )
  return wins.reduce((sum, win) => sum + win, 0) / wins.length
}
