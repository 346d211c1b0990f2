import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { Problem } from '../../../contracts/problem.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { SignUpOwner } from './sign-ups.store.ts'

const lifetimeSeconds = 3600

/** Statements that somebody signed in, for the form that begins a sign-up: the form has no access token. */
export interface Assertions {
  issue(owner: SignUpOwner): string
  /** @throws Problem `invalidInput` that names `assertion` when it is not ours or too old */
  read(assertion: string): SignUpOwner
}

const Asserted = z.object({
  email: z.string(),
  subject: z.string(),
  member: z.int().nullable(),
  /** Epoch seconds. */
  until: z.int(),
})

/** @param secret the secret of the installation */
export function createAssertions({ secret, clock }: { secret: Buffer; clock: Clock }): Assertions {
  const key = createHmac('sha256', secret).update('signup-assertion').digest()
  const signatureOf = (text: string) => createHmac('sha256', key).update(text).digest()
  const now = () => Math.floor(clock().getTime() / 1000)
  return {
    issue(owner) {
      const text = Buffer.from(JSON.stringify({ ...owner, until: now() + lifetimeSeconds })).toString(
        'base64url',
      )
      return `${text}.${signatureOf(text).toString('base64url')}`
    },
    read(assertion) {
      const [text = '', signature = ''] = assertion.split('.')
      const [given, right] = [Buffer.from(signature, 'base64url'), signatureOf(text)]
      if (given.length !== right.length || !timingSafeEqual(given, right)) throw refused()
      const { until, ...owner } = Asserted.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
      if (until < now()) throw refused()
      return owner
    },
  }
}

function refused(): Problem {
  const errors = [{ field: 'assertion', message: 'expired' }]
  return new Problem('invalidInput', { errors, params: { field: 'assertion' } })
}
