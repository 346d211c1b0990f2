import type { InstructionText, OwnInstruction } from '../../../contracts/instruction.ts'
import type { BackendApi } from '../../../contracts/http/backend.ts'
import { type Locale, Problem } from '../../../contracts/problem.ts'
import type { Caller as Person } from '../../../platform/auth/access-token.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import { nextTry, openForMs } from '../../../rules/instruction.ts'
import type { Ordering } from '../orders/parts.ts'
import { beginAttempt, failedEnds, finishAttempt, toInstructionAttempt } from './attempting.ts'
import * as store from './instructions.store.ts'

interface Options {
  callers: Callers
  ordering: Ordering
  /** A training was given: the workshop system learns it soon. */
  trainingsChanged: () => void
}

export function instructionHandlers({ callers, ordering, trainingsChanged }: Options) {
  const { db, clock } = ordering
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
      const member = await memberOf(person)
      const version = await store.latestVersion(db, slug)
      if (!version) return null
      const now = clock()
      const own = { instruction: version.instruction, member }
      const open = await store.openAttempt(db, own)
      const isOpen = open && now.getTime() - open.startedAt.getTime() < openForMs
      const judged = await store.judgedAttempts(db, own)
      const [last] = judged
      return {
        ...textOf(version, locale),
        attempt: isOpen ? toInstructionAttempt(open, version, locale) : null,
        last: last
          ? {
              id: last.id,
              state: last.state === 'passed' ? 'passed' : 'failed',
              percent: last.percent,
              again: last.again,
            }
          : null,
        nextTry: nextTry(failedEnds(judged), now)?.toISOString() ?? null,
        given: await store.lastGiven(db, { training: version.training, member }),
      }
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

/** Without the places at which a heading may break. */
function plain(title: string): string {
  return title.replaceAll('\u00ad', '')
}

function textOf(
  { slug, training, number, passPercent, content }: store.Version,
  locale: Locale,
): InstructionText {
  return { slug, training, number, passPercent, ...content[locale] }
}
