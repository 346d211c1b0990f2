import { randomBytes } from 'node:crypto'

/** Returns 192 random bits as 32 characters that need no escape in a URL. */
export function newSecret(): string {
  return randomBytes(24).toString('base64url')
}
