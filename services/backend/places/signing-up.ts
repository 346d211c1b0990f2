import type { CourseSignUp } from '../../../contracts/course-place.ts'
import type { Offer, OrderBuyer, OrderConsent } from '../../../contracts/order.ts'
import { type Locale, Problem, wrongField } from '../../../contracts/problem.ts'
import { hasAgeRule, partyCents, type SignUpRefusal, signUpRefusals } from '../../../rules/course-place.ts'
import { toCents } from '../../../rules/money.ts'
import { dayOf, toLocal } from '../../../rules/time.ts'
import { invoiceSums } from '../../../rules/vat.ts'
import { changedPrice, lineOf, sellerOf } from '../orders/offers.ts'
import * as orders from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { openPage } from '../orders/paying.ts'
import { buyerOfMember, placeOffered } from '../orders/placing.ts'
import { leastCents } from '../payments/provider.ts'
import { consentsOf } from './consents.ts'
import { insertAgreed, type PlaceConsent } from './consents.store.ts'
import { sendPlaceMail } from './place-mails.ts'
import { offerWords } from './place-offer.ts'
import * as store from './places.store.ts'
import { type Attendee, barring, rateOf, termsOf } from './quoting.ts'
import { type Here, hereOf, isFull, isSecond } from './seats.ts'

const holdMs = 15 * 60_000

export interface Asked extends CourseSignUp {
  attendee: Attendee
  /** Names this sign-up: a repeat is the same one. */
  requestKey: string
  locale: Locale
  /** Where the buyer comes back to from the provider's page. */
  returnPath: string
  /** Writes in the transaction that adds the place. */
  also?: (tx: orders.Tx, place: store.StoredPlace) => Promise<void>
}

/** A place after a step, and where it is paid; null = there is nothing to pay. */
interface Step {
  place: store.StoredPlace
  payUrl: string | null
}

/**
 * Signs somebody up: a free course is booked at once, a paid one is held while it is paid, and on a full one they wait.
 * The database decides who gets a seat. A repeat continues.
 * @throws Problem `notFound`, `refused` with every reason, `priceChanged`, `alreadySignedUp`, `invalidInput`, `notSupported`
 *   where nobody can pay, `amountTooSmall`, `orderRunning`, `keyReused`, `conflict` when the date is moved in this moment, and
 *   `upstreamUnavailable`: the same call continues it
 */
export async function signUp(parts: Ordering, asked: Asked): Promise<Step> {
  const { attendee, requestKey, dateId } = asked
  const known = await store.findByKey(parts.db, { subject: attendee.subject, requestKey })
  if (known && known.dateId !== dateId) throw new Problem('keyReused')
  if (known) return payStep(parts, known)
  const run = await store.findRun(parts.db, dateId)
  if (!run) throw new Problem('notFound')
  const here = await hereOf(parts)
  const terms = await termsOf(parts, run, attendee, here)
  const row = rowOf(asked, run, here)
  refuse(asked, run, { ...here, bornOn: row.bornOn, missing: barring(terms.missing) })
  const cents = partyCents(terms, row.party)
  if (cents !== toCents(asked.priceSeen)) throw changedPrice(toCents(asked.priceSeen), cents)
  const own = (await store.placesOf(parts.db, { subject: attendee.subject, member: null })).find(
    (place) => place.dateId === dateId && place.state === 'held',
  )
  if (own && own.party === row.party && own.priceCents === cents) return payStep(parts, own)
  // An order for other seats would cancel the one that is being paid.
  if (own) throw new Problem('alreadySignedUp')
  const wanted = { ...row, priceCents: cents }
  const consents = await consentsOf(parts, asked, { ...row, run })
  // A seat may become free between the two looks, and be taken again.
  for (let attempt = 0; attempt < 5; attempt++) {
    const seated = await takeSeat(parts, asked, { run, here, wanted, consents }).catch((error: unknown) => {
      if (isFull(error)) return null
      throw isSecond(error) ? new Problem('alreadySignedUp', { cause: error }) : error
    })
    const step = seated ?? (await wait(parts, asked, { here, wanted, consents }))
    if (step) return step
  }
  throw new Problem('overloaded')
}

/** Where a place that is held is paid. @throws Problem `upstreamUnavailable` */
export async function payStep(parts: Ordering, place: store.StoredPlace): Promise<Step> {
  if (place.state !== 'held' || place.orderId === null) return { place, payUrl: null }
  const order = await orders.findOrder(parts.db, 'id', place.orderId)
  const payUrl = order && (await openPage(parts, order)).url
  return { place: (await store.findPlace(parts.db, place.id)) ?? place, payUrl }
}

type Row = ReturnType<typeof rowOf> & { priceCents: number }

/** The place as it is stored, apart from its state. @throws Problem `invalidInput` for what is not known and not said */
function rowOf(asked: Asked, run: store.CourseRun, { now, local }: Here) {
  const { attendee, companions, companionAges, guardian, dateId, locale, requestKey } = asked
  const { member } = attendee
  const isGuest = attendee.isGuest === true
  const bornOn = member?.dateOfBirth ?? asked.bornOn ?? null
  const isAdultByWord = isGuest && !hasAgeRule(run)
  if (bornOn === null ? !isAdultByWord : bornOn >= dayOf(local)) throw wrongField('bornOn', 'needed')
  const asksAges = hasAgeRule(run)
  if (asksAges && companionAges.length !== companions.length) throw wrongField('companionAges', 'needed')
  const firstName = member?.firstName ?? asked.firstName
  const lastName = member?.lastName ?? asked.lastName
  if (firstName === undefined) throw wrongField('firstName', 'needed')
  if (lastName === undefined) throw wrongField('lastName', 'needed')
  return {
    dateId,
    subject: attendee.subject,
    isGuest,
    memberId: member?.id ?? null,
    firstName,
    lastName,
    email: attendee.email,
    locale,
    bornOn,
    party: companions.length + 1,
    companions,
    companionAges: asksAges ? companionAges : [],
    guardian: guardian ?? null,
    requestKey,
    checked: {
      kinds: ['terms', 'cancellation', ...(bornOn === null ? ['adult'] : [])],
      locale,
      at: now.toISOString(),
    },
    createdAt: now,
  }
}

export function refuse(
  { companions, companionAges, guardian }: Pick<Asked, 'companions' | 'companionAges' | 'guardian'>,
  run: store.CourseRun,
  { local, bornOn, missing: lacking }: Here & { bornOn: string | null; missing: number[] },
): void {
  // Reserved ones, too: who waits gets a seat that is added.
  const { seats } = run
  const codes = signUpRefusals({
    course: { ...run, state: run.courseState },
    date: run,
    now: local,
    bornOn,
    companions: companions.length,
    companionAges,
    seats,
    hasGuardian: guardian !== undefined,
    missing: lacking,
  })
  const limits: Partial<Record<SignUpRefusal, number | null>> = {
    courseAge: run.minAge,
    companionAge: run.minAge,
    accompanied: run.accompaniedBelow,
    partySize: seats,
  }
  if (codes.length > 0)
    throw new Problem('refused', {
      refusals: codes.map((code) => ({ code, limit: limits[code] ?? null, nextPossible: null })),
    })
}

interface Wanted {
  here: Here
  wanted: Row
  consents: PlaceConsent[]
}

/** Takes a seat, free or held until it is paid. @throws the database's own error when there is none */
async function takeSeat(
  parts: Ordering,
  asked: Asked,
  { run, here, wanted, consents }: Wanted & { run: store.CourseRun },
): Promise<Step> {
  if (wanted.priceCents === 0) {
    const place = await parts.db.transaction().execute(async (tx) => {
      const added = await insertSeen(tx, { asked, run, consents }, { ...wanted, state: 'booked' })
      const { space, now } = here
      await sendPlaceMail(tx, 'booked', { ...added, siteUrl: parts.siteUrl, space, now })
      return added.place
    })
    return { place, payUrl: null }
  }
  return order(
    parts,
    {
      ...asked,
      run,
      cents: wanted.priceCents,
      party: wanted.party,
      consents: consents.flatMap(({ kind, text }) => (kind === 'adult' ? [] : [{ kind, text }])),
    },
    async (tx, { id }) => {
      const held = { state: 'held', orderId: id, heldUntil: heldFrom(here.now) }
      await insertSeen(tx, { asked, run, consents }, { ...wanted, ...held })
    },
  )
}

/** Adds a place on a date that still begins when the person saw it begin: the insert has locked it. @throws Problem `conflict` */
async function insertSeen(
  tx: orders.Tx,
  { asked, run: seen, consents }: { asked: Asked; run: store.CourseRun; consents: PlaceConsent[] },
  row: Parameters<typeof insertAgreed>[1],
) {
  const place = await insertAgreed(tx, row, consents)
  const run = (await store.findRun(tx, seen.id)) ?? seen
  store.mustBeginAs(seen, run)
  await asked.also?.(tx, place)
  return { place, run }
}

export function heldFrom(now: Date): Date {
  return new Date(now.getTime() + holdMs)
}

/** Puts somebody on the waiting list; null = there is a seat after all. */
async function wait(parts: Ordering, asked: Asked, { here, wanted, consents }: Wanted): Promise<Step | null> {
  const { space, now } = here
  try {
    return await parts.db.transaction().execute(async (tx) => {
      await orders.keepTexts(tx, wanted.locale, consents)
      const run = await store.lockRun(tx, wanted.dateId)
      if (run.freeSeats >= wanted.party) return null
      const queue = await store.nextInQueue(tx)
      const place = await insertAgreed(tx, { ...wanted, state: 'waiting', queue }, consents)
      await asked.also?.(tx, place)
      await sendPlaceMail(tx, 'waiting', { place, run, siteUrl: parts.siteUrl, space, now })
      return { place, payUrl: null }
    })
  } catch (error) {
    throw isSecond(error) ? new Problem('alreadySignedUp', { cause: error }) : error
  }
}

export interface OrderedPlace extends Pick<Asked, 'attendee' | 'requestKey' | 'locale' | 'returnPath'> {
  run: store.CourseRun
  cents: number
  party: number
  firstName?: string | undefined
  lastName?: string | undefined
  consents: OrderConsent[]
}

/**
 * Orders seats, which the buyer then pays on the provider's page.
 * @param hold takes the seats, in the transaction that inserts the order
 * @throws Problem `notSupported`, `amountTooSmall`, `orderRunning`, `upstreamUnavailable`, and what `hold` throws
 */
export async function order(
  parts: Ordering,
  asked: OrderedPlace,
  hold: (tx: orders.Tx, order: orders.StoredOrder) => Promise<void>,
): Promise<Step> {
  const { run, cents, party, attendee, requestKey, returnPath } = asked
  if (!parts.provider) throw new Problem('notSupported')
  if (cents < leastCents) throw new Problem('amountTooSmall')
  const { space, settings } = await sellerOf(parts)
  const taxPercent = rateOf(run, settings)
  const sums = invoiceSums([lineOf(cents, settings, taxPercent)], settings.scheme)
  const offer: Offer = {
    item: { kind: 'course', date: run.id, party },
    gives: { de: [], en: [] },
    totalCents: cents,
    taxCents: sums.taxCents,
    taxPercent: sums.taxes[0]?.taxPercent ?? '0.00',
    renews: null,
    ...offerWords(run, party),
    paysBy: ['provider'],
  }
  const { number } = await placeOffered(
    parts,
    {
      item: offer.item,
      buyer: buyerOf(asked),
      member: attendee.member?.id ?? null,
      paysBy: 'provider',
      startsEarly: false,
      consents: asked.consents,
      requestKey: `course-${attendee.subject}-${requestKey}`,
      buyerKey: `course-${run.id}-${attendee.subject}`,
      shownCents: cents,
      returnPaths: { success: returnPath, cancel: returnPath },
      also: hold,
    },
    {
      offer,
      rights: { package: null, creditCents: 0, validMonths: null, taxPercent },
      space,
      today: dayOf(toLocal(parts.clock(), space.timezone)),
    },
  )
  const placed = await orders.findOrder(parts.db, 'number', number)
  const place = placed && (await store.findByOrder(parts.db, placed.id))
  if (!place) throw new Problem('alreadySignedUp')
  return payStep(parts, place)
}

function buyerOf({ attendee, locale, firstName = '', lastName = '' }: OrderedPlace): OrderBuyer {
  const { member, email } = attendee
  if (member) return buyerOfMember(member, locale)
  const nothing = {
    phone: null,
    dateOfBirth: null,
    company: null,
    vatId: null,
    reference: null,
    invoiceEmail: null,
  }
  return { ...nothing, firstName, lastName, email, locale, street: '', zip: '', city: '', country: 'DE' }
}
