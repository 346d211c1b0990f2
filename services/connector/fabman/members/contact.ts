import { setTimeout as delay } from 'node:timers/promises'
import { FabmanRefused, FabmanUnavailable } from '../../../../clients/fabman/failures.ts'
import { type FabmanMember, FabmanVersionedMember } from '../../../../contracts/fabman.ts'
import type { Member } from '../../../../contracts/member.ts'
import type { MemberContact } from '../../../../contracts/member-contact.ts'
import { Problem } from '../../../../contracts/problem.ts'
import { toMember } from '../directory/directory.ts'
import { readWithin, writeMs } from '../failures.ts'
import type { Parts } from '../parts.ts'

/** Fabman's API guide advises after a 409: read again and retry. */
const [mostAttempts, pauseMs] = [5, 200]

/**
 * Changes the contact data of a member. Where the member has all values already there is no call, so that a repeat, also
 * after a lost answer, changes nothing.
 */
export function createChangeMember({ client, cache, now }: Pick<Parts, 'client' | 'cache' | 'now'>) {
  return async (id: number, contact: MemberContact): Promise<Member | null> => {
    const deadline = now() + writeMs
    const path = `/members/${id}`
    try {
      for (let attempt = 1; ; attempt++) {
        const member = await readWithin(Math.max(0, deadline - now()), () =>
          client.get(path, FabmanVersionedMember),
        )
        if (!member || hasContact(member, contact)) return member && toChanged(member)
        const { lockVersion } = member
        try {
          return toChanged(
            await client.put(path, { ...contact, lockVersion }, FabmanVersionedMember, deadline),
          )
        } catch (error) {
          if (isRefused(error, 400, 422)) throw notTaken(error)
          const mayTryAgain = isRefused(error, 409) || (error instanceof FabmanUnavailable && error.mayBeDone)
          if (!mayTryAgain || attempt === mostAttempts) throw error
          await delay(pauseMs)
        }
      }
    } finally {
      await cache.invalidate([`fabman:member:${id}`])
    }
  }
}

function isRefused(error: unknown, ...statuses: number[]): error is FabmanRefused {
  return error instanceof FabmanRefused && statuses.includes(error.status)
}

function hasContact(member: FabmanMember, contact: MemberContact): boolean {
  return Object.entries(contact).every(([field, value]) => member[field as keyof MemberContact] === value)
}

/** Fabman documents few error bodies, so its message is passed on unchanged. */
function notTaken(error: FabmanRefused): Problem {
  const message = [error.message, ...error.tags].filter(Boolean).join(', ')
  return new Problem('notSupported', {
    cause: error,
    errors: [{ field: 'contact', message: `Fabman: ${message}` }],
  })
}

function toChanged(found: FabmanVersionedMember): Member {
  const { lockVersion: _, ...member } = found
  return toMember(member)
}
