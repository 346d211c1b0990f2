import { createHash, randomBytes } from 'node:crypto'
import type { BackendApi } from '../../../contracts/http/backend.ts'
import type { Offer } from '../../../contracts/order.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { isMinor } from '../../../rules/contact.ts'
import { guardianMail } from './guardian-mail.ts'
import * as guardians from './guardian.store.ts'
import { hashOf, type SignUpParts } from './parts.ts'
import * as store from './sign-ups.store.ts'

/** Mails of one sign-up, and to one address whoever types it. */
const mailsADay = { max: 5, windowSeconds: 24 * 3600 }

/** A buyer under 18 orders with the consent of a guardian, who answers a mail about just this order (§ 107 BGB). */
export function guardianHandlers(parts: SignUpParts) {
  const { db, offer: offerOf, required, rateLimit, clock, siteUrl, siteName, spaceToday } = parts
  return {
    askGuardian: async ({ locale, c }) => {
      const signUp = await required(c)
      const { id, steps, frozenAt } = signUp
      const { contact } = steps
      const offer = await offerOf(signUp, true)
      const { today } = await spaceToday()
      if (!contact || !isMinor(contact, today) || !offer || frozenAt) throw new Problem('conflict')
      const token = randomBytes(32).toString('base64url')
      const { guardianName: name, guardianEmail: email } = contact
      await rateLimit.hit(`guardian:${id}`, mailsADay)
      await rateLimit.hit(`guardian:address:${email.toLowerCase()}`, mailsADay)
      const href = `${siteUrl}${locale === 'en' ? '/en' : ''}/onboarding/guardian?token=${token}`
      const mail = guardianMail({
        locale,
        guardian: { name, email },
        name: contact.firstName,
        offer,
        href,
        siteName,
      })
      await db.transaction().execute(async (tx) => {
        const request = { signUp: id, email, token: hashOf(token), offer, offerHash: hashOfOffer(offer) }
        await guardians.ask(tx, { ...request, now: clock() })
        await queueMail(tx, mail)
      })
      return {}
    },

    guardianRequest: async ({ query: { token } }) => {
      const request = await guardians.byToken(db, hashOf(token), clock())
      const signUp = request && (await store.byId(db, request.signUp))
      const contact = signUp?.steps.contact
      if (!request || !contact) return null
      return {
        name: `${contact.firstName} ${contact.lastName}`,
        guardian: contact.guardianName,
        offer: request.offer,
        hasAgreed: request.agreedAt !== null,
      }
    },

    agreeAsGuardian: async ({ body: { token, name } }) => {
      const agreed = await guardians.agree(db, { token: hashOf(token), name, now: clock() })
      if (!agreed) throw new Problem('notFound')
      return {}
    },
  } satisfies Partial<Handlers<BackendApi>>
}

/** Returns the consent that was asked for the order as it is now; null when another guardian or offer was asked for. */
export async function currentConsent(
  signUp: store.StoredSignUp,
  { db, offer: offerOf }: Pick<SignUpParts, 'db' | 'offer'>,
): Promise<guardians.GuardianConsent | null> {
  const consent = await guardians.find(db, signUp.id)
  const offer = consent && (await offerOf(signUp, true))
  if (!consent || !offer || consent.email !== signUp.steps.contact?.guardianEmail) return null
  return consent.offerHash.equals(hashOfOffer(offer)) ? consent : null
}

/** Tells one offer from another; the days that it is for change from day to day and do not count. */
function hashOfOffer({ item, name, totalCents, renews }: Offer): Buffer {
  return createHash('sha256').update(JSON.stringify({ item, name, totalCents, renews })).digest()
}
