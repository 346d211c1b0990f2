import { createHmac, timingSafeEqual } from 'node:crypto'

/** Values that prove when a proof was made, without the clock of its maker (RFC 9449 section 9). */
export interface Nonces {
  current(now: Date): string
  isValid(nonce: unknown, now: Date): boolean
}

const stepSeconds = 150
/** A nonce is from this step or the one before; a process whose clock is ahead may have given one of the next step. */
const validSteps = [0, -1, 1]

/** No nonce that is valid now is valid for longer. */
export const nonceSeconds = 3 * stepSeconds

/**
 * Nonces that follow from the time and the secret of the installation: nothing is stored, and each process accepts those
 * of the others. One is valid for 2.5 to 5 minutes after it was given.
 */
export function createNonces(secret: Buffer): Nonces {
  const ofStep = (step: number) => createHmac('sha256', secret).update(`dpop-nonce:${step}`).digest()
  const stepAt = (now: Date) => Math.floor(now.getTime() / 1000 / stepSeconds)
  return {
    current: (now) => ofStep(stepAt(now)).toString('base64url'),
    isValid: (nonce, now) => {
      const given = Buffer.from(typeof nonce === 'string' ? nonce : '', 'base64url')
      return validSteps.some((offset) => {
        const expected = ofStep(stepAt(now) + offset)
        return given.length === expected.length && timingSafeEqual(given, expected)
      })
    },
  }
}
