import type { Member } from '../../../../contracts/member.ts'
import { trainedOn } from '../../../../rules/booking/access.ts'
import { type Day, dayOf, toLocal } from '../../../../rules/time.ts'
import type { WorkshopSystem } from '../../workshop-system.ts'
import { readSpaces } from '../directory/directory.store.ts'
import { creditsOf, storeCreditEnd, teamCredits, usesOfCredit } from '../money/money.store.ts'
import type { Engine } from '../parts.ts'
import { createEndPackage } from './package-end.ts'
import {
  memberById,
  membersByEmail,
  packagesOf,
  readPackages,
  removeTraining,
  storeTrainingEnd,
  trainingsOf,
  updateContact,
} from './members.store.ts'

export function memberCalls(engine: Engine) {
  const { db, clock } = engine
  return {
    members: ({ email }) => membersByEmail(db, email),
    member: (id) => memberById(db, id),
    async changeMember(id, contact) {
      await updateContact(db, id, contact, clock())
      return memberById(db, id)
    },
    trainings: (member) => ofMember(member, () => trainingsOf(db, member)),
    async endTraining(member, owned, { untilDate }) {
      await storeTrainingEnd(db, { member, owned, untilDate })
      return ofMember(member, () => trainingsOf(db, member))
    },
    async removeTraining(member, owned) {
      await removeTraining(db, { member, owned })
      return ofMember(member, () => trainingsOf(db, member))
    },
    packageList: () => readPackages(db),
    packages: (member) => ofMember(member, () => packagesOf(db, member)),
    endPackage: createEndPackage(engine),
    credits: (member) => ofMember(member, () => creditsOf(db, member)),
    async endCredit(member, credit, { untilDate }) {
      await storeCreditEnd(db, { member, credit, untilDate })
      return ofMember(member, () => creditsOf(db, member))
    },
    creditUses: (member, credit) => usesOfCredit(db, member, credit),
    teamCredits: (team, { day }) => teamCredits(db, team, day),

    async trainedEquipment(id, { day }) {
      const member = await memberById(db, id)
      if (!member) return null
      return trainedOn(day ?? (await todayOf(member)), await trainingsOf(db, id))
    },
  } satisfies Partial<WorkshopSystem>

  /** Today in the space of the member. */
  async function todayOf(member: Member): Promise<Day> {
    const [space] = await readSpaces(db, member.space)
    if (!space) throw new Error(`member ${member.id} has no space`)
    return dayOf(toLocal(clock(), space.timezone))
  }

  async function ofMember<T>(id: number, read: () => Promise<T[]>): Promise<T[] | null> {
    return (await memberById(db, id)) ? read() : null
  }
}
