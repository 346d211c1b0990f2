import { z } from 'zod'
import { isProblem, problemMessage } from '../../contracts/problem.ts'
import { StaffReason } from '../../contracts/staff.ts'
import { violates } from '../../platform/database/database.ts'
import type { TrainingRule } from '../../rules/training-validity.ts'
import type { Ordering } from '../../services/backend/orders/parts.ts'
import { giveTraining, revokeTraining } from '../../services/backend/trainings/granting.ts'
import { tendTrainings } from '../../services/backend/trainings/tending.ts'
import * as store from '../../services/backend/trainings/trainings.store.ts'

export const trainingsUsage = [
  'trainings list',
  'trainings rule <training> <months> [<months under 18>] | MM-DD | never',
  'trainings require <training> <other> | trainings release <training> <other>',
  'trainings of <email>',
  'trainings give <email> <training> <reason> | trainings revoke <email> <training> <reason>',
].join(' | ')

const by = 'werkbank'

/**
 * Lists trainings with their rules, sets these, or gives a training to a member and takes it away.
 * @throws Error that says what is wrong
 */
export async function runTrainings(
  [action, first = '', ...rest]: string[],
  parts: Ordering,
): Promise<string> {
  const { db } = parts
  try {
    if (action === 'list') return await listed(parts)
    if (action === 'rule' && rest.length > 0) {
      const training = await known(parts, first)
      await store.setRule(db, training, ruleIn(rest))
      return `Training ${training} ${wordsOf(await store.ruleOf(db, training))}. It counts for those that are given from now on.`
    }
    if ((action === 'require' || action === 'release') && rest.length === 1) {
      const [trainingId, requiresId] = [await known(parts, first), await known(parts, rest[0] ?? '')]
      await store.setRequirement(db, { trainingId, requiresId, isNeeded: action === 'require' })
      return `Training ${trainingId} ${action === 'require' ? 'needs' : 'does not need'} training ${requiresId} first.`
    }
    if (action === 'of' && first && rest.length === 0) return await ofMember(parts, first)
    if ((action === 'give' || action === 'revoke') && rest.length > 1)
      return await decide(parts, action, first, rest)
  } catch (error) {
    if (isProblem(error))
      throw new Error(problemMessage(error.code, 'en', error.options.params), { cause: error })
    throw violates(error, 'training_requirement_acyclic')
      ? new Error('A training cannot need itself.', { cause: error })
      : error
  }
  throw new Error(`Usage: ${trainingsUsage}`)
}

async function listed({ db, connector }: Ordering): Promise<string> {
  const needed = await store.requirements(db)
  const lines = (await connector.trainingCourses()).map(async ({ id, title }) => {
    const others = needed.get(id) ?? []
    const needs = others.length > 0 ? [`needs ${others.join(', ')}`] : []
    return [id, title, wordsOf(await store.ruleOf(db, id)), ...needs].join('\t')
  })
  return lines.length > 0 ? (await Promise.all(lines)).join('\n') : 'There are no trainings.'
}

async function ofMember(parts: Ordering, email: string): Promise<string> {
  const lines = (await store.grantsOf(parts.db, await memberWith(parts, email))).map((each) => {
    const { id, trainingId, title, state, source, givenBy, givenOn, until, lastError, revokeReason } = each
    const why = revokeReason ?? lastError ?? ''
    return [id, trainingId, title, state, source, givenBy, givenOn, until ?? 'without end', why].join('\t')
  })
  return lines.length > 0 ? lines.join('\n') : 'Nothing was given here.'
}

async function decide(
  parts: Ordering,
  action: 'give' | 'revoke',
  email: string,
  [id = '', ...words]: string[],
): Promise<string> {
  const member = await memberWith(parts, email)
  const reason = StaffReason.parse(words.join(' '))
  const training = z.coerce.number().int('the number of a training').positive().parse(id)
  const asked = { member, training, by, reason }
  const [done] = action === 'give' ? [await giveTraining(parts, asked)] : await revokeTraining(parts, asked)
  await tendTrainings(parts)
  const now = (await store.grantsOf(parts.db, member)).find((each) => each.id === done?.id)
  const isTold = now?.isTold ? '' : ' The workshop system does not know it yet; a job tells it.'
  return action === 'give'
    ? `${email} has ${now?.title} ${now?.until ? `until ${now.until}` : 'without end'}.${isTold}`
    : `${email} has ${now?.title} no longer.${isTold}`
}

async function memberWith({ connector }: Ordering, email: string): Promise<number> {
  const [member] = await connector.membersByEmail(email)
  if (!member) throw new Error(`There is no member with the address ${email}.`)
  return member.id
}

async function known({ connector }: Ordering, id: string): Promise<number> {
  const training = (await connector.trainingCourses()).find((each) => String(each.id) === id)
  if (!training) throw new Error(`There is no training ${id}.`)
  return training.id
}

const Months = z.coerce.number('months from 1 to 120').int().min(1).max(120)

function ruleIn([first = '', second]: string[]): TrainingRule {
  if (first === 'never') return { expiry: 'never' }
  if (/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(first)) return { expiry: 'date', monthDay: first }
  const months = Months.parse(first)
  return { expiry: 'months', months, monthsMinor: second === undefined ? months : Months.parse(second) }
}

function wordsOf(rule: TrainingRule): string {
  if (rule.expiry === 'never') return 'is valid without end'
  if (rule.expiry === 'date') return `is valid until ${rule.monthDay}`
  return `is valid for ${rule.months} months, under 18 for ${rule.monthsMinor}`
}
