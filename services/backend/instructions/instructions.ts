import type { OwnInstruction } from '../../../contracts/instruction.ts'
import type { BackendApi } from '../../../contracts/http/backend.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { Caller as Person } from '../../../platform/auth/access-token.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import type { Ordering } from '../orders/parts.ts'
import { beginAttempt, finishAttempt, ownInstruction, plain, textOf } from './attempting.ts'
import * as store from './instructions.store.ts'

interface Options {
  callers: Callers
  ordering: Ordering
  /** A training was given: the workshop system learns it soon. */
  trainingsChanged: () => void
}

export function instructionHandlers({ callers, ordering, trainingsChanged }: Options) {
  const { db } = ordering
  const memberOf = async (person: Person): Promise<number> => {
    const member = await callers.memberOf(person)
    if (member === null) throw new Problem('noMember')
    return member
  }
  return {
    async instructions() {
      return (await store.latestVersions(db)).map(({ slug, training, content: { de, en } }) => ({
        slug,
        training,
        title: { de: plain(de.title), en: plain(en.title) },
      }))
    },
    async instructionText({ params: { slug }, locale }) {
      const version = await store.latestVersion(db, slug)
      return version && textOf(version, locale)
    },
    async instruction({ person, params: { slug }, locale }): Promise<OwnInstruction | null> {
      return ownInstruction(ordering, { slug, member: await memberOf(person), locale })
    },
    async beginAttempt({ person, params: { slug }, locale }) {
      const member = await memberOf(person)
      return beginAttempt(ordering, { slug, member, locale, subject: person.subject }, Math.random)
    },
    async finishAttempt({ person, params: { slug, id }, body, locale }) {
      const member = await memberOf(person)
      const result = await finishAttempt(ordering, { slug, member, locale, id, body })
      if (result.state === 'passed') trainingsChanged()
      return result
    },
  } satisfies Partial<Handlers<BackendApi>>
}
