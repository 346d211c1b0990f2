import { createHash } from 'node:crypto'
import type { BackendApi } from '../../../contracts/http/backend.ts'
import type { Deletion, DeletionBlock, DeletionPreview } from '../../../contracts/personal-data.ts'
import { type Locale, Problem } from '../../../contracts/problem.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import { newSecret } from '../../../platform/auth/secret.ts'
import { createTokenEndStore } from '../../../platform/auth/token-end.store.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import type { RateLimit } from '../../../platform/rate-limit.ts'
import { invoicesOf } from '../invoices/invoices.store.ts'
import { subscriptionOf } from '../subscriptions/cancelling.ts'
import { linkMail } from './deletion-mails.ts'
import * as store from './deletion.store.ts'
import { forgetMethod } from './erasure.store.ts'
import { continueDeletion, type Leaving } from './leaving.ts'

interface Options extends Leaving {
  callers: Callers
  rateLimit: RateLimit
}

const perPerson = { max: 5, windowSeconds: 3600 }
const linkMs = 24 * 60 * 60_000

/** Deleting an account needs the link of a mail: an access token alone cannot do it. */
export function deletionHandlers(options: Options) {
  const { callers, ordering, rateLimit, siteName } = options
  const { db, connector, clock, log, siteUrl } = ordering

  return {
    async deletionPreview({ person, locale }) {
      return preview(await callers.memberOf(person), locale)
    },

    async askDeletion({ person, locale }) {
      const { subject, email } = person
      if (!email) throw new Problem('forbidden')
      const id = await callers.memberOf(person)
      if ((await blocksOf(db, id)).length > 0) throw new Problem('conflict')
      await rateLimit.hit(`deletion:${subject}`, perPerson)
      const found = id === null ? null : await connector.member(id)
      const name = found ? `${found.firstName} ${found.lastName}` : ''
      const emails = [...new Set([email, ...(found ? [found.emailAddress] : [])].map(lower))]
      const token = newSecret()
      const now = clock()
      const expiresAt = new Date(now.getTime() + linkMs)
      const asked = { subject, emails, name, locale, member: found ? id : null, now, expiresAt }
      await db.transaction().execute(async (tx) => {
        if (!(await store.addDeletion(tx, { ...asked, tokenHash: hashOf(token) })))
          throw new Problem('conflict')
        await queueMail(tx, linkMail({ ...asked, email, token, siteUrl, siteName }))
      })
      return {}
    },

    async deletion({ body: { token }, locale }) {
      const found = await store.findDeletion(db, { tokenHash: hashOf(token) })
      return found && seen(found, locale)
    },

    async confirmDeletion({ body: { token }, locale }) {
      const found = await store.findDeletion(db, { tokenHash: hashOf(token) })
      const shown = found && (await seen(found, locale))
      if (!found || shown?.state !== 'asked' || shown.blocks.length > 0) return shown
      await confirm(db, found.id, clock())
      // A job goes on with what this process does not end.
      continueDeletion(options, found.id).catch((error: unknown) =>
        log.error({ err: error, deletion: found.id }, 'a deletion was not ended at once'),
      )
      return running
    },
  } satisfies Partial<Handlers<BackendApi>>

  async function preview(member: number | null, locale: Locale): Promise<DeletionPreview> {
    const contract = member === null ? null : await subscriptionOf(ordering, member)
    const name = contract?.name[locale] ?? null
    return { isMember: member !== null, package: name, blocks: await blocksOf(db, member) }
  }

  /** null: the link is over. Once it was used it tells nothing of anybody. */
  async function seen(found: store.StoredDeletion, locale: Locale): Promise<Deletion | null> {
    const { state, expiresAt, memberId } = found
    if (state !== 'asked') return state === 'done' ? { ...running, state: 'done' } : running
    return expiresAt > clock() ? { state, ...(await preview(memberId, locale)) } : null
  }
}

const running: Deletion = { state: 'running', isMember: false, package: null, blocks: [] }

/** From here on nobody is signed in to the account, nothing is charged, and a job ends everything. */
async function confirm(db: Database, id: number, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const held = await store.lockDeletion(tx, id)
    if (held?.state !== 'asked' || !held.subject) return
    await store.changeDeletion(tx, id, { state: 'confirmed', confirmedAt: now })
    await createTokenEndStore(tx).endForGood(held.subject)
    if (held.memberId !== null) await forgetMethod(tx, held.memberId)
  })
}

/** What is to be paid or ended first. */
async function blocksOf(db: Database, member: number | null): Promise<DeletionBlock[]> {
  if (member === null) return []
  const invoices = (await invoicesOf(db, member)).filter(
    ({ state }) => state === 'open' || state === 'charged',
  )
  return [
    ...invoices.map(({ number, grossCents, paidCents }) => {
      return { kind: 'invoice' as const, number, openCents: grossCents - paidCents }
    }),
    ...(await store.runningOrders(db, member)),
    ...(await store.ownedTeams(db, member)),
  ]
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function lower(text: string): string {
  return text.toLowerCase()
}
