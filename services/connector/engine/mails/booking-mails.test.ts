import ICAL from 'ical.js'
import { sql } from 'kysely'
import nodeIcal from 'node-ical'
import { describe, expect, test } from 'vitest'
import type { Booking } from '../../../../contracts/booking.ts'
import { addCredit, asked, call, connectorOf } from '../../connector.fixture.ts'
import { testWorkshop } from '../engine.fixture.ts'
import { createEngine } from '../engine.ts'

const { db, clock, connector, jobs, setNow, book } = await testWorkshop({
  members: 6,
  space: { bookingLockInHours: 12, bookingRefundable: true },
  equipment: { pricePerBookingCents: 600, pricePerBookingSeconds: 3600 },
})
const later = { fromDateTime: '2026-12-03T09:00', untilDateTime: '2026-12-03T10:00' }

async function mails() {
  const rows = await db
    .selectFrom('mail')
    .innerJoin('outbox', 'outbox.id', 'mail.id')
    .selectAll('mail')
    .select('validUntil')
    .orderBy('mail.id')
    .execute()
  const files = await db.selectFrom('mailAttachment').selectAll().execute()
  return rows.map((row) => ({
    ...row,
    text: row.text ?? '',
    files: files.filter(({ mailId }) => mailId === row.id).map((file) => ({ ...file, ...readBack(file) })),
  }))
}
const kinds = async () => (await mails()).map(({ kind, toAddress }) => `${kind} ${toAddress}`)
const speakEnglish = () => db.updateTable('member').set({ language: 'en' }).execute()
const move = (booking: Booking, times: object, key?: string) =>
  call(
    connector,
    1,
    'PATCH',
    `/fabman/bookings/${booking.id}`,
    { ...times, lockVersion: booking.lockVersion },
    key,
  )
const cancel = (id: number, member = 1) => call(connector, member, 'DELETE', `/fabman/bookings/${id}`)

/** What a calendar file says, by two parsers that have to agree. */
function readBack({ content }: { content: Buffer }) {
  const text = content.toString('utf8')
  const calendar = new ICAL.Component(ICAL.parse(text))
  const [component, ...others] = calendar.getAllSubcomponents('vevent')
  const event = Object.values(nodeIcal.sync.parseICS(text)).find((each) => each?.type === 'VEVENT')
  if (!component || others.length > 0 || event?.type !== 'VEVENT') throw new Error('not one event')
  const read = new ICAL.Event(component)
  expect([event.uid, Number(event.sequence), event.summary]).toEqual([read.uid, read.sequence, read.summary])
  const [attendee] = read.attendees
  return {
    method: calendar.getFirstPropertyValue('method'),
    status: event.status,
    uid: read.uid,
    sequence: read.sequence,
    summary: read.summary,
    start: event.start.toISOString(),
    end: event.end?.toISOString(),
    attendee: [attendee?.getFirstValue(), attendee?.getParameter('partstat'), attendee?.getParameter('rsvp')],
    organizer: read.organizer,
  }
}

describe('the mail about a new booking', () => {
  test('says equipment, time, price and deadline, and adds a calendar entry', async () => {
    await book(1)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      kind: 'booking-made',
      toName: 'Vorname1 Name1',
      toAddress: 'm1@example.org',
      locale: 'de',
      subject: 'Gebucht: 3D-Drucker, Mi., 2. Dezember, 18:00–20:00 Uhr',
    })
    expect(mail?.text.replaceAll('\u00a0', ' ')).toBe(
      [
        'Hallo Vorname1,',
        'deine Buchung steht:',
        '3D-Drucker\nMi., 2. Dezember, 18:00–20:00 Uhr\nPreis: 12,00 €, auf Rechnung.',
        'Kostenlos stornieren kannst du bis Mi., 2. Dezember, 6:00 Uhr.',
        'Buchung ansehen:\nhttps://werkbank.example/me/bookings',
        'Die Kalenderdatei liegt bei. Stornieren kannst du auf der Seite deiner Buchungen: Im Kalender abzulehnen genügt nicht.',
        'Halle 9',
      ].join('\n\n'),
    )
    expect(mail?.files).toMatchObject([
      {
        name: 'buchung.ics',
        type: 'text/calendar; charset=utf-8; method=REQUEST',
        method: 'REQUEST',
        status: 'CONFIRMED',
        uid: 'booking-1@werkbank.example',
        sequence: 1,
        summary: '3D-Drucker',
        start: '2026-12-02T17:00:00.000Z',
        end: '2026-12-02T19:00:00.000Z',
        attendee: ['mailto:m1@example.org', 'ACCEPTED', 'FALSE'],
        organizer: 'mailto:noreply@werkbank.example',
      },
    ])
  })

  test('is in the language of its member, the name of the equipment too', async () => {
    await speakEnglish()
    await db.updateTable('equipment').set({ nameEn: '3D printer' }).execute()
    await book(1)
    const [mail] = await mails()
    expect(mail).toMatchObject({
      locale: 'en',
      subject: 'Booked: 3D printer, Wed 2 December, 18:00–20:00',
      files: [{ name: 'booking.ics' }],
    })
    expect(mail?.text).toMatch(
      /Hello Vorname1,[^]*Price: €12\.00, billed to you\.[^]*until Wed 2 December, 6:00\.[^]*\/en\/me\/bookings/,
    )
  })

  test.each([
    [0, null, 'Preis: kostenlos.', 'Preis kostenlos'],
    [600, 2000, 'Preis: 12,00 €, bezahlt mit 120 Credits.', 'Preis 12,00 € Zahlung 120 Credits'],
    [
      600,
      500,
      'Preis: 12,00 €: 50 Credits und 7,00 € auf Rechnung.',
      'Preis 12,00 € Zahlung 50 Credits, 7,00 € auf Rechnung',
    ],
  ])(
    '%i cents an hour with %s cents of credit: %s',
    async (...[pricePerBookingCents, amountCents, sentence, cells]) => {
      await db.updateTable('equipment').set({ pricePerBookingCents }).execute()
      if (amountCents !== null) await addCredit(db, { amountCents })
      await book(1)
      const [mail] = await mails()
      expect(mail?.text.replaceAll('\u00a0', ' ')).toContain(`Uhr\n${sentence}\n\n`)
      expect(wordsOf(mail?.html ?? '')).toContain(
        `Nr. 1 3D-Drucker Tag Mi., 2. Dezember Zeit 18:00–20:00 Uhr ${cells}`,
      )
    },
  )

  test.each([
    ['de', /10,80 €[^]*auf Rechnung[^]*Die 10 % Rabatt mit deinem Paket sind schon abgezogen\./],
    ['en', /€10\.80[^]*billed to you[^]*The 10% off with your package is already deducted\./],
  ])(
    '%s: the discount is named in text and HTML, also after a move and of an offer',
    async (language, said) => {
      await db.updateTable('package').set({ bookingFeeDiscountPercent: '10' }).execute()
      await db.updateTable('member').set({ language }).execute()
      const { id, lockVersion } = await book(1)
      const times = { fromDateTime: '2026-12-03T18:00', untilDateTime: '2026-12-03T20:00' }
      const moved = (await (await move({ id, lockVersion } as Booking, times)).json()) as Booking
      const { state: _, ...entry } = asked(2, times)
      await call(connector, 2, 'POST', '/fabman/waitlist', entry)
      await cancel(moved.id)
      await call(connector, 2, 'POST', '/fabman/waitlist/1/accept')
      const priced = (await mails()).filter(({ kind }) => kind !== 'booking-cancelled')
      expect(priced.map(({ kind }) => kind)).toEqual([
        'booking-made',
        'booking-changed',
        'booking-offer',
        'booking-made',
      ])
      for (const { text, html } of priced)
        for (const body of [text, html ?? '']) expect(body.replaceAll('\u00a0', ' ')).toMatch(said)
    },
  )

  test.each([
    [12, '06:00', 'Kostenlos stornieren kannst du bis Mi., 2. Dezember, 6:00 Uhr.'],
    [null, '06:01', 'Kostenlos stornieren kannst du bis zu ihrem Ende.'],
    [12, '06:01', 'Kostenlos stornieren geht nicht mehr: 12,00 € bleiben fällig, auch wenn du stornierst.'],
  ])('with a lock-in of %s hours, booked at %s: %s', async (bookingLockInHours, time, sentence) => {
    await db.updateTable('space').set({ bookingLockInHours }).execute()
    setNow(new Date(`2026-12-02T${time}:00+01:00`))
    await book(1)
    expect((await mails())[0]?.text.replaceAll('\u00a0', ' ')).toContain(sentence)
  })

  test('its calendar entry has the sender of the mail as organizer', async () => {
    const mailFrom = 'Halle 9 <hallo@halle9.example>'
    const engine = createEngine({ db, clock, siteUrl: 'https://werkbank.example', mailFrom })
    await call(connectorOf(engine, clock), 1, 'POST', '/fabman/bookings', asked(1))
    expect((await mails())[0]?.files[0]?.organizer).toBe('mailto:hallo@halle9.example')
  })

  test.each(['', 'a@example.org, b@example.org', 'no address'])(
    'is not sent to the address %j, whose member can book all the same',
    async (emailAddress) => {
      await db.updateTable('member').where('id', '=', 1).set({ emailAddress }).execute()
      expect(await book(1)).toMatchObject({ state: 'confirmed' })
      expect(await mails()).toEqual([])
    },
  )

  test('has a subject of one line, also for equipment with a line break in its name', async () => {
    await db.updateTable('equipment').set({ name: 'Säge\r\nBcc: x@example.org' }).execute()
    await book(1)
    expect((await mails())[0]?.subject).toMatch(/^Gebucht: Säge Bcc: x@example\.org, Mi/)
  })
})

describe('nothing is queued', () => {
  test('for a refused booking, also when several members book the same time at once', async () => {
    expect(
      (await call(connector, 1, 'POST', '/fabman/bookings', asked(1, { fromDateTime: '2026-12-02T18:10' })))
        .status,
    ).toBe(422)
    expect(await mails()).toEqual([])
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((member) => call(connector, member, 'POST', '/fabman/bookings', asked(member))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422, 422])
    const winner = answers.findIndex(({ status }) => status === 201) + 1
    expect(await kinds()).toEqual([`booking-made m${winner}@example.org`])
  })

  test('for a repeated request with the same key', async () => {
    for (const _ of [1, 2, 3]) await call(connector, 1, 'POST', '/fabman/bookings', asked(1), 'one')
    // As after a crash, when the answer was not kept.
    await db.deleteFrom('idempotencyKey').execute()
    const again = await call(connector, 1, 'POST', '/fabman/bookings', asked(1), 'one')
    expect(again.status).toBe(201)
    expect(await kinds()).toEqual(['booking-made m1@example.org'])

    const booking = (await again.json()) as Booking
    for (const _ of [1, 2]) {
      await db.deleteFrom('idempotencyKey').execute()
      expect((await move(booking, later, 'two')).status).toBe(200)
    }
    for (const _ of [1, 2]) expect((await cancel(booking.id)).status).toBe(200)
    expect(await kinds()).toEqual([
      'booking-made m1@example.org',
      'booking-changed m1@example.org',
      'booking-cancelled m1@example.org',
    ])
  })

  test('for a booking that is rolled back, and a mail that fails rolls its booking back', async () => {
    await sql`create function die() returns trigger language plpgsql as $$ begin raise 'dies here'; end $$`.execute(
      db,
    )
    await sql`create constraint trigger dies after insert on booking deferrable initially deferred
      for each row execute function die()`.execute(db)
    expect((await call(connector, 1, 'POST', '/fabman/bookings', asked(1))).status).toBe(500)
    await sql`drop trigger dies on booking`.execute(db)
    expect(await mails()).toEqual([])

    await sql`create trigger dies before insert on mail for each row execute function die()`.execute(db)
    expect((await call(connector, 1, 'POST', '/fabman/bookings', asked(1))).status).toBe(500)
    await sql`drop trigger dies on mail`.execute(db)
    await sql`drop function die()`.execute(db)
    expect(await db.selectFrom('booking').select('id').execute()).toEqual([])
  })

  test('for a change that is refused or keeps the times', async () => {
    const booking = await book(1)
    expect((await move(booking, { ...later, untilDateTime: '2026-12-03T10:10' })).status).toBe(422)
    const { fromDateTime, untilDateTime } = booking
    expect((await move(booking, { fromDateTime, untilDateTime })).status).toBe(200)
    expect(await kinds()).toEqual(['booking-made m1@example.org'])
  })
})

test('the mail about a change says both times and moves the calendar entry', async () => {
  const booking = await book(1)
  await move(booking, later)
  const [made, changed] = await mails()
  expect(changed).toMatchObject({
    kind: 'booking-changed',
    subject: 'Geändert: 3D-Drucker, Do., 3. Dezember, 9:00–10:00 Uhr',
    files: [
      {
        method: 'REQUEST',
        uid: made?.files[0]?.uid,
        sequence: 2,
        start: '2026-12-03T08:00:00.000Z',
        end: '2026-12-03T09:00:00.000Z',
      },
    ],
  })
  expect(changed?.text.replaceAll('\u00a0', ' ')).toMatch(
    /Do\., 3\. Dezember, 9:00–10:00 Uhr\nBisher: Mi\., 2\. Dezember, 18:00–20:00 Uhr\nPreis: 6,00 €, auf Rechnung\.\n\nKostenlos stornieren kannst du bis Mi\., 2\. Dezember, 21:00 Uhr\./,
  )
})

test.each([
  ['2026-12-02T05:00Z', true, 'Sie kostet dich nichts.'],
  [
    '2026-12-02T05:01Z',
    true,
    'Die Frist war vorbei, deshalb bleiben 12,00 € fällig. Bucht jemand anderes die Zeit, zahlst du entsprechend weniger.',
  ],
  ['2026-12-02T05:01Z', false, 'Die Frist war vorbei, deshalb bleiben 12,00 € fällig.'],
])('cancelled at %s, refundable %s: %s', async (at, bookingRefundable, sentence) => {
  await db.updateTable('space').set({ bookingRefundable }).execute()
  const { id } = await book(1)
  setNow(new Date(at))
  await cancel(id)
  const [made, cancelled] = await mails()
  expect(cancelled).toMatchObject({
    kind: 'booking-cancelled',
    subject: 'Storniert: 3D-Drucker, Mi., 2. Dezember, 18:00–20:00 Uhr',
    files: [
      {
        type: 'text/calendar; charset=utf-8; method=CANCEL',
        method: 'CANCEL',
        status: 'CANCELLED',
        uid: made?.files[0]?.uid,
        sequence: 2,
      },
    ],
  })
  expect(cancelled?.text.replaceAll('\u00a0', ' ')).toContain(`\n\n${sentence}\n\n`)
})

test('accepting an offer sends the mail of a new booking once; declining sends none', async () => {
  const { id } = await book(1)
  const { state: _, ...entry } = asked(2)
  await call(connector, 2, 'POST', '/fabman/waitlist', entry)
  await cancel(id)
  const accept = () => call(connector, 2, 'POST', '/fabman/waitlist/1/accept')
  const { id: accepted } = (await (await accept()).json()) as Booking
  await accept()
  const own = (await mails()).filter(({ toAddress }) => toAddress === 'm2@example.org')
  expect(own.map(({ kind }) => kind)).toEqual(['booking-offer', 'booking-made'])
  expect(own[0]).toMatchObject({ files: [], validUntil: new Date('2026-12-01T08:30Z') })
  expect(own[0]?.text.replaceAll('\u00a0', ' ')).toContain(
    'Preis: 12,00 €, auf Rechnung.\n\nSie gehört dir bis Di., 1. Dezember, 9:30 Uhr.\n\nKostenlos stornieren kannst du bis Mi., 2. Dezember, 6:00 Uhr.',
  )
  expect(own[1]).toMatchObject({
    files: [{ method: 'REQUEST', sequence: 2, uid: `booking-${accepted}@werkbank.example` }],
  })

  await call(connector, 3, 'POST', '/fabman/waitlist', { ...entry, member: '3' })
  await cancel(accepted, 2)
  await call(connector, 3, 'DELETE', `/fabman/bookings/${accepted + 1}`)
  expect((await kinds()).slice(-2).toSorted()).toEqual([
    'booking-cancelled m2@example.org',
    'booking-offer m3@example.org',
  ])
})

test('the mail about a released booking removes the calendar entry', async () => {
  await book(1)
  await db.updateTable('space').set({ bookingExclusiveMinutes: 10 }).execute()
  await db
    .updateTable('equipment')
    .where('id', '=', 2)
    .set({ checkInSecret: 'x'.repeat(32) })
    .execute()
  setNow(new Date('2026-12-02T17:10Z'))
  await jobs.releaseNoShows()
  expect((await mails())[1]).toMatchObject({
    kind: 'booking-released',
    text: expect.stringMatching(/Berechnet wird sie trotzdem: 12,00.€\. Bucht jemand anderes/),
    files: [{ method: 'CANCEL', status: 'CANCELLED', sequence: 2 }],
  })
})

test('a charge is described in the language of its member', async () => {
  await db.updateTable('member').where('id', '=', 2).set({ language: 'en' }).execute()
  await book(1)
  await book(2, { resource: '3' })
  setNow(new Date('2026-12-02T19:00Z'))
  await jobs.chargeEnded()
  const charges = await db.selectFrom('charge').select('description').orderBy('memberId').execute()
  expect(charges.map(({ description }) => description)).toEqual(['Buchung 3D-Drucker', 'Booking Säge'])
})

/** What the HTML of a mail says, as one line. */
function wordsOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('\u2060', '')
    .replaceAll(/\s+/g, ' ')
}
