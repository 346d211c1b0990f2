import type { BackendApi } from '../../../contracts/http/backend.ts'
import { type Locale, Problem } from '../../../contracts/problem.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import { hitNetworks } from '../../../platform/network-limits.ts'
import type { RateLimit } from '../../../platform/rate-limit.ts'
import { hashOf } from '../declarations/receipt.ts'
import { sendMail } from '../orders/order-mails.ts'
import type { Ordering } from '../orders/parts.ts'
import { newToken } from '../places/guests.store.ts'
import { beginAttempt, finishAttempt, ownInstruction, plain } from './attempting.ts'
import * as instructions from './instructions.store.ts'
import { linkMail } from './link-mail.ts'
import * as store from './links.store.ts'

interface Options {
  ordering: Ordering
  rateLimit: RateLimit
  clientAddress: (request: Request) => string
  /** A training was given: the workshop system learns it soon. */
  trainingsChanged: () => void
}

const linkMs = 24 * 60 * 60_000
/** Mails that one network causes in an hour; wider networks may hold several people and get 2 and 4 times as much. */
const perNetwork = { max: 10, windowSeconds: 3600 }
const perAddress = { max: 5, windowSeconds: 3600 }

/**
 * The questions of an instruction without signing in, which needs JavaScript: a link that is mailed to the member. No answer
 * tells whether an address is known.
 */
export function instructionLinkHandlers({ ordering, rateLimit, clientAddress, trainingsChanged }: Options) {
  return {
    async askInstructionLink({ params: { slug }, body: { email }, locale, c }) {
      const address = clientAddress(c.req.raw)
      await hitNetworks(rateLimit, { purpose: 'instruction', address, limit: perNetwork })
      await rateLimit.hit(`instruction:address:${email.toLowerCase()}`, perAddress)
      await mailLink(ordering, { slug, email, locale })
      return {}
    },
    async linkedInstruction({ params: { slug }, body: { token }, locale }) {
      const { member } = await linked(ordering, slug, token)
      const own = await ownInstruction(ordering, { slug, member, locale })
      if (!own) throw new Problem('notFound')
      return own
    },
    async beginLinkedAttempt({ params: { slug }, body: { token }, locale }) {
      return beginAttempt(ordering, { slug, locale, ...(await linked(ordering, slug, token)) }, Math.random)
    },
    async finishLinkedAttempt({ params: { slug, id }, body: { token, ...body }, locale }) {
      const { member } = await linked(ordering, slug, token)
      const result = await finishAttempt(ordering, { slug, member, locale, id, body })
      if (result.state === 'passed') trainingsChanged()
      return result
    },
  } satisfies Partial<Handlers<BackendApi>>
}

/** Mails the link to the one member with an address. Nothing happens for an address of nobody, or of several. */
async function mailLink(
  { db, connector, clock, siteUrl }: Ordering,
  { slug, email, locale }: { slug: string; email: string; locale: Locale },
): Promise<void> {
  const version = await instructions.latestVersion(db, slug)
  if (!version) throw new Problem('notFound')
  const [[member, ...others], [space]] = await Promise.all([
    connector.membersByEmail(email),
    connector.spaces(),
  ])
  if (!member || others.length > 0) return
  const token = newToken()
  const expiresAt = new Date(clock().getTime() + linkMs)
  await db.transaction().execute(async (tx) => {
    const row = { tokenHash: hashOf(token), instructionId: version.instruction, memberId: member.id }
    await store.addLink(tx, { ...row, expiresAt })
    const title = plain(version.content[locale].title)
    const about = { member, locale, slug, title, token, siteName: space?.name ?? '', siteUrl }
    await sendMail(tx, linkMail({ ...about, validUntil: expiresAt }))
  })
}

/**
 * Returns whose link it is. The subject says in the evidence that they came by a link instead of signing in.
 * @throws Problem `notFound`, and `linkExpired` after a day
 */
async function linked({ db, clock }: Ordering, slug: string, token: string) {
  const tokenHash = hashOf(token)
  const link = await store.findLink(db, { slug, tokenHash })
  if (!link) throw new Problem('notFound')
  if (link.expiresAt <= clock()) throw new Problem('linkExpired')
  return { member: link.member, subject: `link|${tokenHash.toString('hex')}` }
}
