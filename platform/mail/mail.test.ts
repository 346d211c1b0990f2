import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenedDatabase } from '../database/database.ts'
import { testDatabase } from '../database/database.fixture.ts'
import { createLog } from '../log.ts'
import { createMailDelivery } from './mail-delivery.ts'
import type { Mail } from './mail-content.ts'
import { queueMail } from './mail.ts'
import { type SmtpServer, startSmtpServer } from './smtp-server.fixture.ts'

const mail: Mail = {
  to: { name: 'Mia Muster', address: 'mia@example.org' },
  subject: 'Bestätige deine Adresse',
  text: 'Hallo Mia, hier geht es weiter: https://halle9.example/verify?t=1',
  html: '<p>Hallo Mia</p>',
  locale: 'de',
  kind: 'identity-verification',
}
const minute = 60_000
const log = createLog('silent')

let opened: OpenedDatabase
let smtp: SmtpServer
let now: Date

beforeAll(async () => {
  opened = await testDatabase()
  smtp = await startSmtpServer(5)
})
afterAll(async () => {
  await smtp.close()
  await opened.close()
})
beforeEach(async () => {
  await opened.db.deleteFrom('outbox').execute()
  smtp.mails.length = 0
  now = new Date(Date.now() + minute)
})

function delivery(smtpUrl: string | null = smtp.url) {
  return createMailDelivery({
    db: opened.db,
    smtpUrl,
    from: 'Halle 9 <hallo@halle9.example>',
    clock: () => now,
    log,
  })
}

function to(address: string): Mail {
  return { ...mail, to: { name: 'X', address } }
}

const rows = () =>
  opened.db
    .selectFrom('outbox')
    .innerJoin('mail', 'mail.id', 'outbox.id')
    .selectAll('outbox')
    .select(['toAddress', 'text', 'html'])
    .orderBy('outbox.id')
    .execute()

describe('queueMail', () => {
  test('a mail of a transaction that is rolled back does not exist', async () => {
    await expect(
      opened.db.transaction().execute(async (tx) => {
        await queueMail(tx, mail)
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await rows()).toEqual([])
  })

  test.each([
    'mia@example.org, evil@example.net',
    'mia@example.org\r\nRCPT TO:<evil@example.net>',
    'Mia <mia@example.org>',
    '',
  ])('refuses %j: not exactly one address', async (address) => {
    await expect(queueMail(opened.db, to(address))).rejects.toThrow(TypeError)
    expect(await rows()).toEqual([])
  })
})

test.each([
  { name: 'a\r\nX-Evil: 1', type: 'text/plain' },
  { name: 'a', type: 'text/plain\r\nX-Evil: 1' },
])('refuses an attachment whose headers are more than one line: %j', async (file) => {
  const attachments = [{ ...file, content: 'a' }]
  await expect(queueMail(opened.db, { ...mail, attachments })).rejects.toThrow(TypeError)
  expect(await rows()).toEqual([])
})

describe('delivery', () => {
  test('sends each mail once, with a Message-ID that stays the same', async () => {
    await queueMail(opened.db, mail)
    const { deliverDue } = delivery()
    expect(await deliverDue()).toBe(1)
    expect(await deliverDue()).toBe(0)
    const [row] = await rows()
    expect(row?.doneAt).toEqual(now)
    expect(smtp.mails).toHaveLength(1)
    expect(smtp.mails[0]).toMatchObject({ from: 'hallo@halle9.example', to: ['mia@example.org'] })
    expect(smtp.mails[0]?.data).toContain(`Message-ID: <${row?.key}@halle9.example>`)
  })

  test('several processes at once send each mail once', async () => {
    const processes = Array.from({ length: 8 }, () => delivery())
    for (let round = 0; round < 5; round++) {
      for (let n = 0; n < 30; n++) await queueMail(opened.db, to(`m${round}-${n}@example.org`))
      // Every connection of the pool is open before the start, or the first claim would be over before the second begins.
      await Promise.all(processes.map(() => sql`select pg_sleep(0.02)`.execute(opened.db)))
      await Promise.all(processes.map((process) => process.deliverDue()))
    }
    expect(smtp.mails.map((received) => received.to[0]).toSorted()).toEqual(
      (await rows()).map((row) => row.toAddress).toSorted(),
    )
    expect(smtp.mails).toHaveLength(150)
  })

  test.each([
    ['busy@example.org', 'EENVELOPE 451'],
    ['dropped@example.org', /^E/],
  ])('%s is tried again later, each time later still', async (address, lastError) => {
    await queueMail(opened.db, to(address))
    const { deliverDue } = delivery()
    await deliverDue()
    expect(await rows()).toMatchObject([
      { attempts: 1, doneAt: null, failedAt: null, dueAt: new Date(now.getTime() + minute) },
    ])
    expect((await rows())[0]?.lastError).toMatch(lastError)
    await deliverDue()
    expect((await rows())[0]?.attempts).toBe(1)
    now = new Date(now.getTime() + minute)
    await deliverDue()
    expect(await rows()).toMatchObject([{ attempts: 2, dueAt: new Date(now.getTime() + 2 * minute) }])
  })

  test('a server that is down loses nothing', async () => {
    await queueMail(opened.db, mail)
    expect(await delivery('smtp://127.0.0.1:1').deliverDue()).toBe(0)
    now = new Date(now.getTime() + minute)
    expect(await delivery().deliverDue()).toBe(1)
  })

  test('a mail that a dead process held is taken over, not before its time', async () => {
    await queueMail(opened.db, mail)
    await opened.db
      .updateTable('outbox')
      .set({ attempts: 1, dueAt: new Date(now.getTime() + 25_000) })
      .execute()
    expect(await delivery().deliverDue()).toBe(0)
    now = new Date(now.getTime() + 25_000)
    expect(await delivery().deliverDue()).toBe(1)
  })

  test('a final no ends it and stays readable; so does a week of failures', async () => {
    await queueMail(opened.db, to('unknown@example.org'))
    await delivery().deliverDue()
    expect(await rows()).toMatchObject([{ failedAt: now, lastError: 'EENVELOPE 550', text: mail.text }])
    await queueMail(opened.db, to('busy@example.org'))
    now = new Date(now.getTime() + 8 * 24 * 60 * minute)
    await delivery().deliverDue()
    expect((await rows())[1]).toMatchObject({ failedAt: now, doneAt: null })
  })

  test('without SMTP nothing is sent and nothing is lost', async () => {
    await queueMail(opened.db, mail)
    expect(await delivery(null).deliverDue()).toBe(0)
    expect(await rows()).toMatchObject([{ attempts: 0, doneAt: null, text: mail.text }])
  })

  test('attachments go with it as they are; a calendar message is a part of its own, too', async () => {
    const calendar = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nSUMMARY:Säge\r\nEND:VCALENDAR\r\n'
    const pdf = Uint8Array.from({ length: 300 }, (_, index) => index % 256)
    await queueMail(opened.db, {
      ...mail,
      attachments: [
        { name: 'buchung.ics', type: 'text/calendar; charset=utf-8; method=REQUEST', content: calendar },
        { name: 'Rechnung.pdf', type: 'application/pdf', content: pdf },
      ],
    })
    await queueMail(opened.db, to('plain@example.org'))
    expect(await delivery().deliverDue()).toBe(2)
    const [withFiles, plain] = smtp.mails.map(({ data }) => partsOf(data))
    expect(withFiles?.map(({ type }) => type)).toEqual([
      'text/plain; charset=utf-8',
      'text/html; charset=utf-8',
      'text/calendar; charset=utf-8; method=REQUEST',
      'application/pdf; name=Rechnung.pdf',
      'application/ics; name=buchung.ics',
    ])
    const [, , message, file, ics] = withFiles ?? []
    expect(message?.content.toString()).toBe(calendar)
    expect(ics?.content.toString()).toBe(calendar)
    expect([...(file?.content ?? [])]).toEqual([...pdf])
    expect(plain?.map(({ type }) => type)).toEqual(['text/plain; charset=utf-8', 'text/html; charset=utf-8'])
  })

  test('what has become pointless is not sent, neither at first nor when tried again', async () => {
    const validUntil = new Date(now.getTime() + minute)
    for (const address of ['busy@example.org', 'mia@example.org'])
      await queueMail(opened.db, { ...to(address), validUntil })
    expect(await delivery().deliverDue()).toBe(1)
    now = validUntil
    await queueMail(opened.db, { ...to('late@example.org'), validUntil })
    await delivery().deliverDue()
    expect(await rows()).toMatchObject([
      { failedAt: now, lastError: 'too late' },
      { doneAt: expect.any(Date) },
      { failedAt: now, lastError: 'too late' },
    ])
    expect(smtp.mails).toHaveLength(1)
  })

  test('start sends by itself, stop ends it; bodies older than 90 days are emptied', async () => {
    const attachments = [{ name: 'a.txt', type: 'text/plain', content: 'a' }]
    await queueMail(opened.db, { ...mail, attachments })
    await queueMail(opened.db, { ...to('old@example.org'), attachments })
    const old = new Date(now.getTime() - 91 * 24 * 60 * minute)
    await opened.db
      .updateTable('mail')
      .set({ createdAt: old })
      .where('toAddress', '=', 'old@example.org')
      .execute()
    await opened.db
      .updateTable('outbox')
      .set({ doneAt: old })
      .where('id', '=', (await rows())[1]?.id ?? 0)
      .execute()
    const running = delivery()
    running.start()
    await expect.poll(() => smtp.mails.length).toBe(1)
    await expect.poll(async () => (await rows())[1]?.text).toBe(null)
    await running.stop()
    expect(await rows()).toMatchObject([{ text: mail.text }, { html: null }])
    const files = await opened.db.selectFrom('mailAttachment').select('mailId').execute()
    expect(files).toEqual([{ mailId: (await rows())[0]?.id }])
  })
})

/** The leaves of a message (RFC 2046), in their order, decoded. */
function partsOf(message: string): { type: string; content: Buffer }[] {
  const [, head = '', body = ''] = /^([^]*?)\n\n([^]*)$/.exec(message) ?? []
  const header = (name: string) =>
    new RegExp(`^${name}: (.*)$`, 'im').exec(head.replaceAll(/\n\s+/g, ' '))?.[1] ?? ''
  const type = header('Content-Type')
  const boundary = /boundary="([^"]+)"/.exec(type)?.[1]
  if (boundary)
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => partsOf(part.slice(1, -1)))
  const encoding = header('Content-Transfer-Encoding')
  const text =
    encoding === 'quoted-printable'
      ? Buffer.from(
          body
            .replaceAll('=\n', '')
            .replaceAll('\n', '\r\n')
            .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
          'latin1',
        )
      : Buffer.from(body, encoding === 'base64' ? 'base64' : 'utf8')
  return [{ type, content: text }]
}
