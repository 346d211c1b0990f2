import { type FabmanMember, FabmanVersionedMember } from '../../../../contracts/fabman.ts'
import type { Member } from '../../../../contracts/member.ts'
import type { MemberContact } from '../../../../contracts/member-contact.ts'
import { toMember } from '../directory/directory.ts'
import type { Parts } from '../parts.ts'
import { changeVersioned } from './changing.ts'

/** Changes the contact data of a member; a repeat, also after a lost answer, changes nothing. */
export function createChangeMember(parts: Pick<Parts, 'client' | 'cache' | 'now'>) {
  return async (id: number, contact: MemberContact): Promise<Member | null> => {
    try {
      const changed = await changeVersioned(parts, {
        path: `/members/${id}`,
        schema: FabmanVersionedMember,
        body: contact,
        isDone: (member) => hasContact(member, contact),
        field: 'contact',
      })
      if (!changed) return null
      const { lockVersion: _, ...member } = changed
      return toMember(member)
    } finally {
      await parts.cache.invalidate([`fabman:member:${id}`])
    }
  }
}

function hasContact(member: FabmanMember, contact: MemberContact): boolean {
  return Object.entries(contact).every(([field, value]) => member[field as keyof MemberContact] === value)
}
