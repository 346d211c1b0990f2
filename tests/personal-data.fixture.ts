import { addAttempts } from './instruction.fixture.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { queueMail } from '../platform/mail/mail.ts'
import { insertAgreed } from '../services/backend/places/consents.store.ts'
import { someone } from './buyer.fixture.ts'
import { joins, type openOrders } from './orders.fixture.ts'
import { ids } from './services.fixture.ts'

type World = Awaited<ReturnType<typeof openOrders>>

export const quitta = { sub: 'auth0|f0f0f0f0f0f0', email: 'Xaverine@Quitten.example', email_verified: true }
/** Words that nobody else has in anything. */
export const herWords = ['xaverine', 'quitten', '98765432', '1991-07-13', 'quitta-']
const photo = Buffer.from('/9j/quitta-photo', 'latin1')

/** Makes a member who has something in every table, with an invoice that is paid. @returns her member id */
export async function joinQuitta(world: World): Promise<number> {
  const { db, time } = world
  const buyer = {
    firstName: 'Xaverine',
    lastName: 'Quittenbaum',
    email: quitta.email,
    street: 'Quittenweg 7',
    phone: '+49 221 98765432',
    dateOfBirth: '1991-07-13',
  }
  const asked = joins('quitta-1')
  await world.place({
    ...asked,
    buyer: { ...asked.buyer, ...buyer },
    consents: [...asked.consents, { kind: 'guardian', text: 'Berta Quittenbaum agrees' }],
  })
  await world.pay()
  await world.jobs()
  const { memberId } = await db
    .selectFrom('customerOrder')
    .select('memberId')
    .where('state', '=', 'fulfilled')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const id = memberId ?? 0
  await fillWorkshop(db, id, time.now)
  await fillBackend(db, id, time.now)
  await fillIdentity(db, time.now)
  return id
}

async function fillWorkshop(db: Database, memberId: number, now: Date): Promise<void> {
  const day = 24 * 3_600_000
  const booking = (days: number, charged: boolean) => {
    const startsAt = new Date(now.getTime() + days * day)
    const endsAt = new Date(startsAt.getTime() + 3_600_000)
    const local = (at: Date) => at.toISOString().slice(0, 16)
    const times = { startsAt, endsAt, fromDateTime: local(startsAt), untilDateTime: local(endsAt) }
    const stamps = { createdAt: now, updatedAt: now, updatedBy: memberId }
    const place = { spaceId: 1, equipmentId: ids.otherEquipment, memberId }
    return { ...place, ...times, ...stamps, title: 'Quittenpresse', state: 'confirmed', charged }
  }
  const [past] = await db
    .insertInto('booking')
    .values([booking(-9, true), booking(9, false)])
    .returning('id')
    .execute()
  const { id: creditId } = await db
    .insertInto('credit')
    .values({ memberId, scope: 'booking', amountCents: 900, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const bookingId = past?.id ?? 0
  await db
    .insertInto('creditUse')
    .values({ creditId, amountCents: 100, description: 'Säge', bookingId, createdAt: now })
    .execute()
  const charge = { memberId, bookingId, description: 'Säge', priceCents: 500 }
  await db
    .insertInto('charge')
    .values({ ...charge, createdAt: new Date(now.getTime() - 1000) })
    .execute()
  await db
    .insertInto('prepayment')
    .values({ memberId, description: 'Kasse', amountCents: 200, createdAt: now })
    .execute()
  const {
    title: _,
    charged: __,
    updatedAt: ___,
    updatedBy: ____,
    spaceId: _____,
    ...wanted
  } = booking(8, false)
  await db
    .insertInto('waitlist')
    .values({ ...wanted, state: 'waiting' })
    .execute()
  await sql`insert into training (id, title) values (77, 'Säge') on conflict do nothing`.execute(db)
  const passing = { id: memberId, subject: quitta.sub, name: 'Xaverine Quittenbaum' }
  const { id: versionId, instructionId } = await db
    .selectFrom('instructionVersion')
    .select(['id', 'instructionId'])
    .executeTakeFirstOrThrow()
  const instruction = { versionId, instructionId }
  await addAttempts(db, instruction, { member: passing, passed: true, now })
  await db
    .insertInto('memberTraining')
    .values({ memberId, trainingId: 77, fromDate: '2026-11-01', createdAt: now })
    .execute()
  await db
    .updateTable('member')
    .set({ calendarToken: 'quitta-calendar' })
    .where('id', '=', memberId)
    .execute()
  const key = {
    memberId,
    key: 'k',
    fingerprint: Buffer.alloc(32),
    claim: '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f',
  }
  await db
    .insertInto('idempotencyKey')
    .values({ ...key, claimedUntil: now, status: 201, body: '{"title":"Quittenpresse"}', createdAt: now })
    .execute()
}

async function fillBackend(db: Database, memberId: number, now: Date): Promise<void> {
  await db.insertInto('photo').values({ memberId, jpeg: photo, updatedAt: now }).execute()
  const agreed: object = { name: 'Groß Quittenbaum', phone: '1' }
  const checked: object = { text: 'Xaverine' }
  const place = {
    memberId,
    dateId: 101,
    subject: quitta.sub,
    firstName: 'Xaverine',
    lastName: 'Quittenbaum',
    email: quitta.email,
    party: 2,
    companions: ['Klein Quittenbaum'],
    guardian: agreed,
    checked,
    state: 'booked',
    locale: 'de' as const,
    createdAt: now,
  }
  const consent = { kind: 'guardian', text: 'Groß Quittenbaum stimmt zu' } as const
  const { id: placeId } = await db.transaction().execute((tx) => insertAgreed(tx, place, [consent]))
  await db
    .insertInto('coursePlaceLink')
    .values({ tokenHash: hash('quitta-place'), placeId, createdAt: now })
    .execute()
  const asked = { firstName: 'Xaverine', lastName: 'Quittenbaum', email: quitta.email, locale: 'de' }
  await db
    .insertInto('guestSignUp')
    .values({ ...asked, tokenHash: hash('quitta-guest'), dateId: 101, createdAt: now, expiresAt: now })
    .execute()
  const interest = { courseId: 1, subject: quitta.sub, email: quitta.email, locale: 'de' }
  await db
    .insertInto('courseInterest')
    .values({ ...interest, createdAt: now })
    .execute()
  const given = {
    memberId,
    holderName: 'Xaverine Quittenbaum',
    trainingId: 77,
    title: 'Säge',
    source: 'staff',
  }
  const { id: grantId } = await db
    .insertInto('trainingGrant')
    .values({ ...given, givenBy: 'Quitta Lehrerin', givenOn: '2026-11-01', createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const facts = { titleDe: 'Säge', titleEn: 'Saw', givenBy: 'Halle 9', givenOn: '2026-11-01', createdAt: now }
  await db
    .insertInto('certificate')
    .values({
      code: 'certificate-of-quitta-',
      kind: 'training',
      grantId,
      holderName: given.holderName,
      ...facts,
    })
    .execute()
  await db.insertInto('trainingReminder').values({ grantId, until: '2027-11-01', days: 30 }).execute()
  await db
    .insertInto('staff')
    .values({ email: quitta.email.toLowerCase(), subject: quitta.sub, role: 'manager', createdAt: now })
    .execute()
  const method = { customerRef: 'quitta-customer', methodRef: 'quitta-method', kind: 'card', last4: '4242' }
  await db
    .insertInto('paymentProfile')
    .values({ memberId, ...method, updatedAt: now })
    .onConflict((conflict) => conflict.column('memberId').doUpdateSet(method))
    .execute()
  const { id: subscriptionId } = await db
    .selectFrom('subscription')
    .select('id')
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  const page = { providerRef: 'quitta-setup', url: 'https://pay.example/quitta', createdAt: now }
  await db
    .insertInto('methodSetup')
    .values({ memberId, subscriptionId, locale: 'de', ...page })
    .execute()
  const times = { createdAt: now, expiresAt: new Date(now.getTime() + 9e8) }
  const steps: object = { contact: { lastName: 'Quittenbaum' } }
  const { id: signupId } = await db
    .insertInto('signup')
    .values({
      tokenHash: hash('quitta-signup'),
      flow: 'onboarding',
      locale: 'de',
      email: quitta.email,
      subject: quitta.sub,
      steps,
      ...times,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('signupImage').values({ signupId, jpeg: photo }).execute()
  const guardian = { email: 'berta@quitten.example', tokenHash: hash('quitta-guardian') }
  await db
    .insertInto('signupGuardian')
    .values({ signupId, ...guardian, offer: {}, offerHash: hash('o'), askedAt: now })
    .execute()
  await db
    .insertInto('mailRefusal')
    .values({ address: quitta.email.toLowerCase(), topic: 'reminders', createdAt: now })
    .execute()
  const paidFrom: object = {
    customer: 'quitta-customer',
    method: 'quitta-method',
    kind: 'card',
    last4: '4242',
  }
  await db
    .updateTable('payment')
    .set({ profile: paidFrom })
    .where('orderId', 'in', (is) =>
      is.selectFrom('customerOrder').select('id').where('memberId', '=', memberId),
    )
    .execute()
  const order = await db
    .selectFrom('customerOrder')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('membershipTurn')
    .values({ key: `address-${quitta.email.toLowerCase()}`, orderId: order.id })
    .execute()
  await fillTeam(db, { memberId, order: order.id, now })
  const mail = { subject: 'x', html: '', locale: 'de' as const, kind: 'signup-guardian' as const }
  await queueMail(
    db,
    {
      ...mail,
      to: { name: 'Berta', address: 'berta@example.org' },
      text: 'Xaverine Quittenbaum asks you',
    },
    {
      ...mail,
      to: { name: 'Xaverine', address: quitta.email },
      text: 'Go to https://werkbank.example/quitta-secret now',
      attachments: [{ name: 'a.txt', type: 'text/plain', content: 'Quittenbaum' }],
    },
  )
}

/** A team that was handed over to her and has ended, with a seat of hers, an invitation, and what she has declared about it. */
async function fillTeam(
  db: Database,
  { memberId, order, now }: { memberId: number; order: number; now: Date },
): Promise<void> {
  const day = now.toISOString().slice(0, 10)
  await db
    .insertInto('team')
    .values({ id: order, name: 'Firma', ownerId: memberId, packageId: 1, createdAt: now })
    .execute()
  const buyer: object = { firstName: 'Xaverine', lastName: 'Quittenbaum', email: quitta.email }
  const state = { period: 'month', priceCents: 0, state: 'ended', anchor: day, endsOn: day, createdAt: now }
  const orderId = order + 1000
  const others = {
    id: orderId,
    number: 'B-2026-0TEAM0',
    request_key: 'team-of-others',
    member_id: ids.tom,
    buyer: someone,
    invoice_id: null,
  }
  await sql`insert into customer_order
    select (jsonb_populate_record(first, ${JSON.stringify(others)}::jsonb)).* from customer_order first
    where id = ${order}`.execute(db)
  await db
    .insertInto('subscription')
    .values({ memberId, packageId: 1, orderId, teamId: order, buyer, ...state })
    .execute()
  await db.insertInto('teamSeat').values({ teamId: order, number: 1 }).execute()
  await db
    .insertInto('seatHolding')
    .values({ teamId: order, number: 1, memberId, role: 'member', takenOn: day })
    .execute()
  const email = quitta.email.toLowerCase()
  const times = { sentAt: now, expiresAt: now }
  await db
    .insertInto('invitation')
    .values({
      teamId: order,
      email,
      tokenHash: hash('quitta-invitation'),
      state: 'open',
      invitedBy: memberId,
      locale: 'de',
      ...times,
    })
    .execute()
  const content: object = { kind: 'withdraw', name: 'Xaverine', contract: 'Plus', email: quitta.email }
  const said = { locale: 'de', zone: 'Europe/Berlin', receivedAt: now, state: 'unmatched' }
  await db
    .insertInto('declaration')
    .values({ kind: 'withdraw', content, ...said, receiptHash: hash('quitta-declaration') })
    .execute()
}

async function fillIdentity(db: Database, now: Date): Promise<void> {
  const email = quitta.email.toLowerCase()
  const stamps = { createdAt: now, updatedAt: now }
  await db
    .insertInto('identityAccount')
    .values({
      id: quitta.sub,
      email,
      name: email,
      passwordHash: 'quitta-password',
      emailVerified: true,
      ...stamps,
    })
    .execute()
  const ticket = { ticketHash: hash('quitta-ticket'), purpose: 'password', accountId: quitta.sub }
  await db
    .insertInto('identityTicket')
    .values({ ...ticket, expiresAt: now })
    .execute()
  const connected = { accountId: quitta.sub, connection: 'elsewhere', scopes: 'openid' }
  await db
    .insertInto('identityConnection')
    .values({ ...connected, id: 'cac_quitta', subject: 'quitta-elsewhere', name: email, createdAt: now })
    .execute()
  const attempt = { redirectUri: '/', state: 'x', codeChallenge: 'x', parameters: {}, expiresAt: now }
  await db
    .insertInto('identityConnect')
    .values({ ...connected, ...attempt, name: email, authSessionHash: hash('quitta-connect') })
    .execute()
  const payload = { payload: `{"accountId":"${quitta.sub}"}`, accountId: quitta.sub }
  await db
    .insertInto('oidcPayload')
    .values([
      { model: 'Session', idHash: hash('quitta-session'), ...payload },
      { model: 'RefreshToken', idHash: hash('quitta-refresh'), ...payload },
    ])
    .execute()
  const { id } = await db
    .insertInto('outbox')
    .values({ kind: 'account-mail', dueAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('accountMail').values({ id, purpose: 'password', address: email }).execute()
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
