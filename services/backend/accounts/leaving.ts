import { isProblem } from '../../../contracts/problem.ts'
import { createTokenEndStore } from '../../../platform/auth/token-end.store.ts'
import { isMailAddress, queueMail } from '../../../platform/mail/mail.ts'
import { dayOf, toLocal } from '../../../rules/time.ts'
import { makeDocuments } from '../invoices/documents.ts'
import { invoiceNow } from '../invoices/usage.ts'
import type { Ordering } from '../orders/parts.ts'
import { byHandMail, lastMail } from './deletion-mails.ts'
import * as store from './deletion.store.ts'
import { endContract, eraseMails, eraseOwnData } from './erasure.store.ts'
import type { IdentityAccounts } from './person.ts'

export interface Leaving {
  ordering: Ordering
  /** null: accounts cannot be deleted from here, and an operator is asked to do it. */
  accounts: IdentityAccounts | null
  /** Name of the space. */
  siteName: string
  /** false: nobody sends mails here, and those of the outbox can only be looked at. */
  sendsMail: boolean
}

const dayMs = 24 * 60 * 60_000
/** How long the last mail is kept: longer than the outbox tries to send it, or to be looked at where nobody does. */
const unsentMs = { sent: 7 * dayMs, unsent: 60 * 60_000 }
const rememberedMs = 90 * dayMs

/** The jobs of deletions by name. Each may run in several processes at the same time. */
export function deletionJobs(parts: Leaving) {
  const { db, clock, log } = parts.ordering
  return {
    'delete members who leave': async () => {
      for (const id of await store.openDeletions(db)) {
        try {
          await continueDeletion(parts, id)
        } catch (error) {
          // Those of others do not wait for this one.
          log.error({ err: error, deletion: id }, 'a deletion was not ended')
        }
      }
      const now = clock()
      await store.removeOver(db, { now, before: new Date(now.getTime() - rememberedMs) })
    },
  }
}

/**
 * Does what is left of a confirmed deletion. Every step may be repeated, so a crash at any point loses nothing; no other
 * service is asked inside a transaction.
 * @throws Problem `upstreamUnavailable`: the job repeats it
 */
export async function continueDeletion(parts: Leaving, id: number): Promise<void> {
  const { db, clock } = parts.ordering
  await store.changeDeletion(db, id, { triedAt: clock() })
  const found = await store.findDeletion(db, { id })
  if (found?.state === 'confirmed') await endEverything(parts, found)
  const told = await store.findDeletion(db, { id })
  if (told?.state === 'told') await forgetAddress(parts, told)
}

/** Ends package, bookings, debts and account, then deletes what is kept here and writes the last mail. */
async function endEverything(parts: Leaving, { id, memberId, subject }: store.StoredDeletion): Promise<void> {
  const { ordering, accounts } = parts
  const byHand: string[] = []
  if (memberId !== null) {
    // Somebody must take the team over first: a live one has its owner.
    if ((await store.ownedTeams(ordering.db, memberId)).length > 0) return
    await endPackages(ordering, memberId)
    const settled = await forgetAtWorkshop(ordering, memberId)
    if (settled === 'later') return
    if (settled === 'notSupported') byHand.push('workshop')
  }
  if (accounts) await accounts.remove(subject ?? '')
  else byHand.push('identity')
  await eraseHere(parts, id, byHand)
}

/** Ends every package of a member today, and the contract behind it. */
async function endPackages({ db, connector, clock }: Ordering, member: number): Promise<void> {
  const found = await connector.member(member)
  const space = found && (await connector.space(found.space))
  const today = dayOf(toLocal(clock(), space?.timezone ?? 'Europe/Berlin'))
  for (const { id, untilDate } of (await connector.packages(member)) ?? []) {
    if (untilDate !== null && untilDate <= today) continue
    await orNotSupported(connector.endPackage(member, id, { untilDate: today }))
  }
  await db.transaction().execute((tx) => endContract(tx, member, today))
}

/**
 * Writes the last invoice, then has the workshop system forget the member.
 * @returns `later` while a booking runs, or an order or a paper is under way
 */
async function forgetAtWorkshop(
  ordering: Ordering,
  member: number,
): Promise<'done' | 'later' | 'notSupported'> {
  const { db, connector } = ordering
  for (let attempt = 1; ; attempt++) {
    await invoiceNow(ordering, member)
    await makeDocuments(ordering)
    if (await store.isInTheBooks(db, member)) return 'later'
    try {
      return (await orNotSupported(connector.forgetMember(member))) === null ? 'notSupported' : 'done'
    } catch (error) {
      if (!isProblem(error) || error.code !== 'conflict') throw error
      // It has cancelled the coming bookings: what they cost is charged when their time is over.
      if (attempt === 2) return 'later'
    }
  }
}

/** One transaction: what is kept here goes, and the last mail is queued. */
async function eraseHere(
  { ordering, siteName, sendsMail }: Leaving,
  id: number,
  byHand: string[],
): Promise<void> {
  const { db, clock, siteUrl, connector } = ordering
  const operator = byHand.length > 0 ? ((await connector.spaces())[0]?.emailAddress ?? null) : null
  await db.transaction().execute(async (tx) => {
    const held = await store.lockDeletion(tx, id)
    if (held?.state !== 'confirmed' || !held.subject) return
    const { subject, memberId, emails, name, locale } = held
    const [email = ''] = emails
    const now = clock()
    await eraseOwnData(tx, { subject, member: memberId, emails }, now)
    // A new account of the same person at a provider elsewhere may have the same subject.
    await createTokenEndStore(tx).end(subject, now)
    await eraseMails(tx, { emails, name: name ?? '' }, { all: !sendsMail })
    if (isMailAddress(email))
      await queueMail(tx, lastMail({ email, name: name ?? '', locale, siteUrl, siteName }))
    if (operator && isMailAddress(operator))
      await queueMail(tx, byHandMail({ operator, byHand, subject, member: memberId, siteUrl, siteName }))
    await store.changeDeletion(tx, id, { state: 'told', toldAt: now, byHand })
  })
}

/** Ends the deletion once no mail needs the address any more. */
async function forgetAddress({ ordering, sendsMail }: Leaving, told: store.StoredDeletion): Promise<void> {
  const { db, clock } = ordering
  const { id, emails, name, toldAt } = told
  const now = clock()
  const keptMs = sendsMail ? unsentMs.sent : unsentMs.unsent
  const all = toldAt !== null && now.getTime() - toldAt.getTime() > keptMs
  const left = await eraseMails(db, { emails, name: name ?? '' }, { all })
  if (left > 0) return
  const nobody = { subject: null, emails: [], name: null }
  await store.changeDeletion(db, id, { state: 'done', doneAt: now, ...nobody })
}

/** null: the workshop system cannot do it. */
async function orNotSupported<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (isProblem(error) && error.code === 'notSupported') return null
    throw error
  }
}
