import { MissingMember } from './store-error.ts'

/** The id of a member where there may be none. */
export type MaybeId = number | null | undefined

/** @throws MissingMember where there is none (E9) */
export function required(member: MaybeId): number {
  if (!member) throw new MissingMember()
  return member
}
