import type { BackendApi } from '../../../contracts/http/backend.ts'
import type { MemberTraining, OwnTraining } from '../../../contracts/member.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import { violates } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import { lastDayOf } from '../../../rules/training-validity.ts'
import { certificatesOfMember } from '../certificates/certificates.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { requireManager, signatureOf } from '../staff/staff.ts'
import { giveTraining, revokeTraining } from './granting.ts'
import { placeOf } from './place.ts'
import * as store from './trainings.store.ts'

interface Options {
  callers: Callers
  ordering: Ordering
  /** Something was given or revoked: the workshop system learns it soon. */
  trainingsChanged: () => void
}

export function trainingHandlers({ callers, ordering, trainingsChanged }: Options) {
  const { db, connector } = ordering
  return {
    async memberTrainings({ person, query: { memberId } }) {
      await callers.requireOwn(person, memberId)
      const trainings = await connector.trainings(memberId)
      return trainings && withEvidence(ordering, memberId, trainings)
    },
    async givenTrainings({ person, query: { memberId } }) {
      await requireManager(person, { db })
      return (await store.grantsOf(db, memberId)).map(store.toGivenTraining)
    },
    async giveTraining({ person, body: { memberId: member, training, reason } }) {
      const by = await signatureOf(person, await requireManager(person, { db }), { callers, connector })
      const given = await giveTraining(ordering, { member, training, reason, by })
      trainingsChanged()
      return store.toGivenTraining(given)
    },
    async setTrainingRule({ person, body }) {
      await requireManager(person, { db })
      await requireKnown([body.training])
      await store.setRule(db, body.training, body.rule)
      return body
    },
    async setTrainingRequirement({ person, body }) {
      await requireManager(person, { db })
      const { training: trainingId, requires: requiresId, isNeeded } = body
      await requireKnown([trainingId, requiresId])
      await store.setRequirement(db, { trainingId, requiresId, isNeeded }).catch((error: unknown) => {
        // A training cannot need itself.
        throw violates(error, 'training_requirement_acyclic')
          ? new Problem('conflict', { cause: error })
          : error
      })
      return body
    },
    async revokeTraining({ person, body: { memberId: member, training, reason } }) {
      const by = await signatureOf(person, await requireManager(person, { db }), { callers, connector })
      const revoked = await revokeTraining(ordering, { member, training, reason, by })
      trainingsChanged()
      return revoked.map(store.toGivenTraining)
    },
  } satisfies Partial<Handlers<BackendApi>>

  /** @throws Problem `notFound` unless there are all of these trainings */
  async function requireKnown(ids: number[]): Promise<void> {
    const known = await connector.trainingCourses()
    if (ids.some((id) => !known.some((each) => each.id === id))) throw new Problem('notFound')
  }
}

/** Adds to trainings their certificates, and to those that end with an instruction which one that is. */
async function withEvidence(
  ordering: Ordering,
  member: number,
  trainings: MemberTraining[],
): Promise<OwnTraining[]> {
  const { db } = ordering
  const certificates = new Map(
    (await certificatesOfMember(db, member)).map(({ workshopId, code }) => [workshopId, code]),
  )
  const certified = trainings.map((each) => ({
    ...each,
    certificate: certificates.get(each.id) ?? null,
    endsWith: null,
  }))
  const shortened = (await store.grantsOf(db, member)).filter(({ until, ownUntil }) => until !== ownUntil)
  if (shortened.length === 0) return certified
  const today = (await placeOf(ordering, member))?.today ?? ''
  const needed = await store.requirements(db)
  return certified.map((each) => {
    const isShortened = shortened.some(({ workshopId }) => workshopId === each.id)
    const ids = isShortened ? (needed.get(each.training) ?? []) : []
    const cause = ids.find((id) => lastDayOf(id, trainings, today) === each.untilDate)
    const endsWith = trainings.find(({ training }) => training === cause)?.title ?? null
    return { ...each, endsWith }
  })
}
