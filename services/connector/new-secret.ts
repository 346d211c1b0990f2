import { randomBytes } from 'node:crypto'

/** 192 random bits in 32 letters that need no escape in an address. */
export function newSecret(): string {
  return randomBytes(24).toString('base64url')
}
