import { z } from 'zod'
import { EmailAddress, UserMetadata } from './identity.ts'

/** Length of the shortest password, in characters. */
export const passwordMinLength = 12

/** The proof of work that a registration carries, by the name that ALTCHA gives it. */
export const challengeAlgorithm = 'PBKDF2/SHA-256'

const hex = z.string().regex(/^[0-9a-f]{1,200}$/)

/** A proof of work to be done, as the ALTCHA widget reads it. */
export const Challenge = z.object({
  parameters: z.strictObject({
    algorithm: z.literal(challengeAlgorithm),
    cost: z.int().positive(),
    keyLength: z.int().positive(),
    keyPrefix: hex,
    keySignature: hex,
    nonce: hex,
    salt: hex,
    /** `until`: epoch seconds, judged by the clock of the server. */
    data: z.strictObject({ action: z.literal('register'), until: z.int() }),
  }),
  signature: hex,
})
export type Challenge = z.infer<typeof Challenge>

/** What the widget sends back, as JSON in base64. */
export const SolvedChallenge = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.int().nonnegative().max(0xffff_ffff), derivedKey: hex }),
})

/** Body of POST /api/auth0/register. */
export const Registration = z.object({
  /** `SolvedChallenge` as JSON in base64; each counts once. */
  altcha: z.string().min(1).max(4000),
  email: EmailAddress,
  password: z.string().min(1).max(1000),
  user_metadata: UserMetadata,
})

/** Why a solved challenge is refused. */
export type ChallengeFault = 'wrong' | 'expired' | 'used'
