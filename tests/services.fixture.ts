import { sql } from 'kysely'
import { createConnectorClient } from '../clients/connector.ts'
import { behindPrefix } from '../platform/http/behind-prefix.ts'
import { audience, issuer, testIssuer } from '../platform/auth/access-token.fixture.ts'
import { createAccessTokenVerifier } from '../platform/auth/access-token.ts'
import { createAccountLink } from '../platform/auth/account-link.ts'
import { testDatabase } from '../platform/database/database.fixture.ts'
import type { Database, OpenedDatabase } from '../platform/database/database.ts'
import type { Fetch } from '../platform/http/service.ts'
import { createLog } from '../platform/log.ts'
import { createNonces } from '../platform/auth/dpop-nonce.ts'
import { createReplay } from '../platform/auth/replay.store.ts'
import { createTokenEnd } from '../platform/auth/token-end.ts'
import { createServiceTokens } from '../platform/auth/service-token.ts'
import { createChallenges } from '../services/backend/accounts/challenge.ts'
import { createAccounts } from '../services/identity/accounts.ts'
import { createPasswords } from '../services/identity/password.ts'
import { createPictures } from '../platform/images/render-image.ts'
import { createBackend } from '../services/backend/backend.ts'
import { shieldConnector } from '../services/backend/workshop.ts'
import { createConnector } from '../services/connector/connector.ts'
import { createEngine } from '../services/connector/engine/engine.ts'
import type { WorkshopSystem } from '../services/connector/workshop-system.ts'
import { addAttempts, addInstruction } from './instruction.fixture.ts'
import { fillOrders, orderOfMia } from './filled-orders.fixture.ts'

export const origin = 'https://werkbank.example'
export const now = new Date('2026-11-21T10:00:00Z')
const clock = () => now
/** Stands in everything that belongs to mia. Nobody else may see it. */
export const canary = 'CANARY'
export const mia = { sub: 'auth0|mia', email: 'mia@example.org', email_verified: true }
export const tom = { sub: 'auth0|tom', email: 'tom@example.org', email_verified: true }
export const ids = {
  mia: 1,
  tom: 2,
  gone: 9,
  credit: 11,
  usedUp: 12,
  tomsCredit: 13,
  booking: 21,
  tomsBooking: 22,
  equipment: 1,
  otherEquipment: 2,
  place: 41,
  coursePlace: 61,
  attempt: 81,
  invoice: 51,
  order: orderOfMia,
}
/** mia's calendar, the code at the machine, and the link of an order that waits for the owner of her address. */
export const secrets = { calendar: 'c'.repeat(32), checkIn: 'q'.repeat(32), claim: 'o'.repeat(32) }

/**
 * Backend and connector with the embedded engine over one database, composed as main does, at their outward addresses.
 * @param change how accounts are made; default: they are only noted, for the work of a real challenge
 */
export async function openServices(
  change: Partial<Pick<Parameters<typeof createBackend>[0], 'signUp' | 'challenges' | 'log'>> & {
    /** A migrated database. Default: one of its own, of the kind of this run. */
    open?: () => Promise<OpenedDatabase>
  } = {},
) {
  const { log = createLog('silent') } = change
  const opened = await (change.open ?? testDatabase)()
  const { db } = opened
  await fill(db)
  const id = await testIssuer(clock)
  const serviceTokens = createServiceTokens(db, { clock })
  const tokens = {
    read: await serviceTokens.create('site', ['read']),
    manage: await serviceTokens.create('backend', ['manage']),
    backend: await serviceTokens.create('site', ['backend']),
    revoked: await serviceTokens.create('old', ['read', 'manage', 'backend']),
  }
  await serviceTokens.revoke(Number(tokens.revoked.split('|')[0]))
  const verifierAt = (publicUrl: string) =>
    createAccessTokenVerifier({
      issuer,
      audience,
      keys: id.keys,
      clock,
      publicUrl,
      replay: createReplay(db),
      nonces: createNonces(Buffer.alloc(32)),
      isEnded: createTokenEnd({ db, clock, isEmbedded: false }),
    })

  const upstream = { down: false }
  const sentMails: { email: string; locale: string }[] = []
  const identity = {
    resendVerification: async (email: string, locale: string) => void sentMails.push({ email, locale }),
  }
  const accounts = createAccounts({ db, passwords: createPasswords(), clock })
  const signedUp: object[] = []
  const connectorAt = `${origin}/connector/v1`
  const managerOf = (fetch: Fetch) =>
    createConnectorClient({ baseUrl: connectorAt, token: tokens.manage, fetch, log: () => {} })
  const manager = managerOf((request) => connector(request))
  const findMember = createAccountLink({
    db,
    lookUpByEmail: async (email) => (await manager.membersByEmail(email))[0]?.id ?? null,
  })
  const common = { serviceTokens, findMember, clock, log }
  const workshopSystem = createEngine({ db, clock, siteUrl: origin })
  const verifyAccessToken = verifierAt(connectorAt)
  const connectorTo = (workshop: WorkshopSystem) =>
    behindPrefix(
      '/connector/v1',
      createConnector({ ...common, workshop, publicUrl: connectorAt, verifyAccessToken }),
    )
  const mountedConnector = connectorTo(workshopSystem)
  const connector: Fetch = (request) =>
    upstream.down ? Promise.reject(new TypeError('fetch failed')) : mountedConnector(request)
  const backendOptions = {
    ...common,
    db,
    connector: manager,
    verifyAccessToken: verifierAt(`${origin}/api`),
    identity,
    accounts,
    signUp: async (person: object) => void signedUp.push(person),
    challenges: createChallenges({ secret: Buffer.alloc(32), replay: createReplay(db), clock }),
    ordering: {
      db,
      clock,
      log,
      connector: shieldConnector(manager, log),
      siteUrl: origin,
      provider: null,
      legalTextOf: async (page: string) => page,
      pdfs: { invoicePdf: async () => new Uint8Array([1]), certificatePdf: async () => new Uint8Array([2]) },
    },
    pictures: createPictures(),
    declared: () => {},
    trainingsChanged: () => {},
    secret: Buffer.alloc(32),
    siteName: 'Halle 9',
    sendsMail: true,
    siteUrl: origin,
    clientAddress: (request: Request) => request.headers.get('x-test-address') ?? '192.0.2.1',
    publicUrl: `${origin}/api`,
    ...change,
  }
  const backend = behindPrefix('/api', createBackend(backendOptions))
  const withoutManagement = behindPrefix('/api', createBackend({ ...backendOptions, identity: null }))
  const { calendarToken: _, renewCalendarToken: __, calendarFeed: ___, ...plainWorkshop } = workshopSystem
  const plainConnector = managerOf(connectorTo(plainWorkshop))
  const withoutCalendars = behindPrefix(
    '/api',
    createBackend({ ...backendOptions, connector: plainConnector }),
  )
  const fetch: Fetch = (request) =>
    new URL(request.url).pathname.startsWith('/api/') ? backend(request) : mountedConnector(request)
  return {
    db,
    close: () => opened.close(),
    id,
    tokens,
    upstream,
    sentMails,
    signedUp,
    accounts,
    fetch,
    withoutManagement,
    withoutCalendars,
    /** The backend with other parts, at its address. */
    backendOf: (other: Partial<typeof backendOptions>) =>
      behindPrefix('/api', createBackend({ ...backendOptions, ...other })),
    ordering: backendOptions.ordering,
  }
}

/** One space, two members with bookings and credits, and one account whose member is gone. */
async function fill(db: Database): Promise<void> {
  const stamps = { createdAt: now, updatedAt: now }
  const space = { id: 1, name: 'Halle 9', timezone: 'Europe/Berlin', locale: 'de-DE', bookingSlotsPerHour: 2 }
  await db
    .insertInto('space')
    .values({ ...space, ...stamps })
    .execute()
  await db
    .insertInto('equipment')
    .values([
      {
        id: ids.equipment,
        spaceId: 1,
        name: 'Lasercutter',
        checkInSecret: secrets.checkIn,
        calendarToken: null,
        ...stamps,
      },
      {
        id: ids.otherEquipment,
        spaceId: 1,
        name: 'Säge',
        checkInSecret: null,
        calendarToken: null,
        ...stamps,
      },
    ])
    .execute()
  const secret = { company: canary, phone: canary, address: canary, zip: canary, city: canary }
  await db
    .insertInto('member')
    .values([
      { ...memberRow(ids.mia, mia.email, canary), ...secret, calendarToken: secrets.calendar, ...stamps },
      { ...memberRow(ids.tom, tom.email, 'Tom'), ...stamps },
    ])
    .execute()
  await db
    .insertInto('credit')
    .values([
      creditRow(ids.credit, ids.mia, '2026-11-01', '2026-11-30'),
      creditRow(ids.usedUp, ids.mia, '2026-10-01', '2026-10-31'),
      creditRow(ids.tomsCredit, ids.tom, '2026-11-01', '2026-11-30'),
    ])
    .execute()
  await db
    .insertInto('creditUse')
    .values({
      id: 31,
      creditId: ids.usedUp,
      amountCents: 3000,
      description: canary,
      createdAt: new Date('2026-10-14T20:00:00Z'),
    })
    .execute()
  await db
    .insertInto('booking')
    .values([
      bookingRow(ids.booking, ids.mia, '10', canary),
      bookingRow(ids.tomsBooking, ids.tom, '12', 'mine'),
    ])
    .execute()
  // Her place in a line, given up long ago: nothing that is asked of it changes it.
  const { id: _, spaceId: __, title: ___, updatedAt: ____, ...times } = bookingRow(0, ids.mia, '14', '')
  await sql`alter table waitlist alter column id restart with ${sql.lit(ids.place)}`.execute(db)
  await db
    .insertInto('waitlist')
    .values({ ...times, state: 'left' })
    .execute()
  await fillInvoice(db)
  await fillOrders(db, now, { mia: ids.mia, address: mia.email, text: canary, claim: secrets.claim })
  await db.insertInto('accountLink').values({ subject: 'auth0|gone', memberId: ids.gone }).execute()
  await db
    .insertInto('course')
    .values({ id: 1, kind: 'training', titleDe: 'Laser', titleEn: 'Laser', priceCents: 2900 })
    .execute()
  await db
    .insertInto('courseTraining')
    .values([9, 5].map((trainingId) => ({ courseId: 1, trainingId })))
    .execute()
  await db
    .insertInto('courseDate')
    .values({
      id: 101,
      courseId: 1,
      fromDateTime: '2026-12-01T18:00',
      untilDateTime: '2026-12-01T20:00',
      seats: 6,
      updatedAt: now,
    })
    .execute()
  await db
    .insertInto('coursePlace')
    .values({ id: ids.coursePlace, memberId: ids.mia, dateId: 101, state: 'booked', createdAt: now })
    .execute()
  await sql`insert into training (id, title) values (12, 'Sicherheit')`.execute(db)
  const instruction = await addInstruction(db, { training: 12, now })
  const member = { id: ids.mia, subject: mia.sub, name: canary }
  await addAttempts(db, instruction, { member, passed: false, now, first: ids.attempt })
}

/** One invoice of mia with its paper. */
async function fillInvoice(db: Database): Promise<void> {
  const series = { spaceId: 1, year: 2025 }
  await db
    .insertInto('invoiceSeries')
    .values({ ...series, prefix: 'OLD-' })
    .execute()
  const money = { taxNumber: '1', phone: null, bank: null }
  const person = { company: null, memberNumber: '1', reference: null }
  const party = { name: canary, street: '', zip: '', city: '', country: 'DE', email: null, vatId: null }
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('invoice')
      .values({
        id: ids.invoice,
        ...series,
        kind: 'invoice',
        purpose: 'matrix',
        memberId: ids.mia,
        locale: 'de',
        issuedOn: '2025-12-01',
        dueOn: '2025-12-15',
        seller: { ...party, ...money },
        buyer: { ...party, ...person },
        scheme: 'standard',
        netCents: 100,
        taxCents: 19,
        grossCents: 119,
        retainUntil: '2033-12-31',
        createdAt: now,
      })
      .execute()
    const amounts = { invoiceId: ids.invoice, taxPercent: '19.00', netCents: 100 }
    await tx
      .insertInto('invoiceLine')
      .values({ ...amounts, position: 1, text: canary, quantity: 1, grossCents: 119 })
      .execute()
    await tx
      .insertInto('invoiceTax')
      .values({ ...amounts, category: 'S', taxCents: 19 })
      .execute()
  })
  await db
    .insertInto('invoiceDocument')
    .values({ invoiceId: ids.invoice, pdf: Buffer.from(`%PDF ${canary}`), xml: null, createdAt: now })
    .execute()
}

function memberRow(id: number, emailAddress: string, name: string) {
  return { id, spaceId: 1, memberNumber: `M-${id}`, firstName: name, lastName: name, emailAddress }
}

function creditRow(id: number, memberId: number, fromDate: string, untilDate: string) {
  return {
    id,
    memberId,
    scope: 'booking',
    amountCents: 3000,
    fromDate,
    untilDate,
    createdAt: new Date(`${fromDate}T00:00:00Z`),
  }
}

function bookingRow(id: number, memberId: number, hour: string, title: string) {
  const startsAt = new Date(`2026-12-02T${hour}:00:00Z`)
  const endsAt = new Date(startsAt.getTime() + 3_600_000)
  const times = {
    fromDateTime: `2026-12-02T${Number(hour) + 1}:00`,
    untilDateTime: `2026-12-02T${Number(hour) + 2}:00`,
    startsAt,
    endsAt,
  }
  return {
    id,
    spaceId: 1,
    equipmentId: ids.equipment,
    memberId,
    title,
    ...times,
    state: 'confirmed',
    createdAt: now,
    updatedAt: now,
  }
}
