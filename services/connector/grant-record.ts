import { createHash } from 'node:crypto'
import { type Grant, Granted } from '../../contracts/grant.ts'
import { Problem } from '../../contracts/problem.ts'

/** A grant as it is stored; `result` is null while something is still to be given. */
export interface GrantRecord {
  fingerprint: Buffer
  result: unknown
}

/** Tells the content of a grant from any other. The order of the fields does not count, the order of the lists does. */
export function fingerprintOf(grant: Grant): Buffer {
  return createHash('sha256').update(JSON.stringify(grant)).digest()
}

/** Returns the stored result; null while the grant is not complete. @throws Problem `keyReused` for another content */
export function resultOf({ fingerprint, result }: GrantRecord, wanted: Buffer): Granted | null {
  if (!fingerprint.equals(wanted)) {
    throw new Problem('keyReused', { errors: [{ field: 'key', message: 'a new key' }] })
  }
  return result === null ? null : Granted.parse(result)
}

/** The problem of an id that the workshop system does not know. */
export function unknownId(field: string, cause?: unknown): Problem {
  return new Problem('notFound', { cause, errors: [{ field, message: 'an id that exists' }] })
}

/** The problem of an address that another member has. */
export function addressTaken(cause?: unknown): Problem {
  return new Problem('emailTaken', {
    cause,
    errors: [{ field: 'member.email', message: 'an address of nobody' }],
  })
}
