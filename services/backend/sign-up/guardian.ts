import { randomBytes } from 'node:crypto'
import type { BackendApi } from '../../../contracts/http/backend.ts'
import type { Offer, OrderConsent } from '../../../contracts/order.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { Contact } from '../../../contracts/sign-up.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { birthDate, isMinor } from '../../../rules/contact.ts'
import { consentText, guardianMail } from './guardian-mail.ts'
import * as guardians from './guardian.store.ts'
import { hashOf, type SignUpParts } from './parts.ts'
import * as store from './sign-ups.store.ts'
import { hrefOf } from '../../../platform/site-href.ts'

/** Mails of one sign-up, and to one address whoever types it. */
const mailsADay = { max: 5, windowSeconds: 24 * 3600 }
/** Mails that one network causes, whoever they go to. */
const networkMails = { max: 10, refillSeconds: 2 * 3600 }

/** A buyer under 18 orders with the consent of a guardian, who answers a mail about just this order (§ 107 BGB). */
export function guardianHandlers(parts: SignUpParts) {
  const { db, offer: offerOf, required, lasting, rateLimit, countNetworks } = parts
  const { clock, siteUrl, siteName, spaceToday } = parts
  return {
    askGuardian: async ({ locale, c }) => {
      const signUp = await required(c)
      const { id, steps, frozenAt } = signUp
      const { contact } = steps
      const offer = await offerOf(signUp)
      const { today } = await spaceToday()
      if (!contact || !isMinor(contact, today) || !offer || frozenAt) throw new Problem('conflict')
      const token = randomBytes(32).toString('base64url')
      const { guardianName: name, guardianEmail: email } = contact
      await rateLimit.hit(`guardian:${id}`, mailsADay)
      await rateLimit.hit(`guardian:address:${email.toLowerCase()}`, mailsADay)
      await countNetworks('guardian', networkMails, c.req.raw)
      const href = hrefOf(siteUrl, locale, `/onboarding/guardian?token=${token}`)
      const mail = guardianMail({
        locale,
        guardian: { name, email },
        child: nameOf(contact),
        offer,
        href,
        siteName,
      })
      await db.transaction().execute(async (tx) => {
        const offerHash = consentHash(offer, contact)
        await guardians.ask(tx, { signUp: id, email, token: hashOf(token), offer, offerHash, now: clock() })
        // The link is valid as long as the sign-up.
        await store.writeSteps(tx, { id, steps: {}, ...lasting() })
        await queueMail(tx, mail)
      })
      return {}
    },

    guardianRequest: async ({ query: { token } }) => {
      const request = await guardians.byToken(db, hashOf(token), clock())
      const signUp = request && (await store.byId(db, request.signUp))
      const contact = signUp?.steps.contact
      if (!request || !contact) return null
      // Another person than the mail named.
      if (!consentHash(request.offer, contact).equals(request.offerHash)) return null
      return {
        name: nameOf(contact),
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
  const offer = consent && (await offerOf(signUp))
  const { contact } = signUp.steps
  if (!consent || !offer || !contact || consent.email !== contact.guardianEmail) return null
  return consent.offerHash.equals(consentHash(offer, contact)) ? consent : null
}

/**
 * What the guardian of a buyer under 18 agreed to. Whoever was under 18 in the mail stays so: another birth date is
 * another person. @throws Problem `conflict` while nobody did
 */
export async function guardianConsent(
  signUp: store.StoredSignUp,
  parts: SignUpParts,
): Promise<OrderConsent[]> {
  const { contact } = signUp.steps
  const { today } = await parts.spaceToday()
  const asked = await guardians.find(parts.db, signUp.id)
  const isOther = contact && asked && !asked.offerHash.equals(consentHash(asked.offer, contact))
  if (!contact || (!isMinor(contact, today) && !isOther)) return []
  const consent = await currentConsent(signUp, parts)
  if (consent?.agreedAt == null) throw new Problem('conflict')
  const { agreedBy, agreedAt, offer } = consent
  const agreed = {
    guardian: agreedBy ?? '',
    agreedAt,
    child: nameOf(contact),
    bornOn: birthDate(contact) ?? '',
    offer,
  }
  return [{ kind: 'guardian', text: consentText(agreed, signUp.locale) }]
}

function nameOf({ firstName, lastName }: Contact): string {
  return `${firstName} ${lastName}`
}

/** Tells who orders what for how much; the days that it is for change from day to day and do not count. */
function consentHash({ item, name, totalCents, renews }: Offer, contact: Contact): Buffer {
  const sold = { item, name, totalCents, renews }
  return hashOf(JSON.stringify([sold, nameOf(contact), birthDate(contact)]))
}
