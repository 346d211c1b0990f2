import { createTransport } from 'nodemailer'
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.gen.ts'
import type { Locale } from '../../contracts/problem.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { type Job, startJob } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import * as store from './mail.store.ts'

export interface Mail {
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  locale: Locale
  /** What it is about, for the log and the tests: `verifyEmail`. */
  kind: string
  attachments?: Attachment[]
  /** From then on it says nothing any more and is not sent. */
  validUntil?: Date
}

export interface Attachment {
  /** Name of the file. */
  name: string
  /** With its parameters: `text/calendar; charset=utf-8; method=REQUEST`. */
  type: string
  content: string | Uint8Array
}

export interface MailDelivery {
  start(): void
  stop(): Promise<void>
  /** Sends what is due now. @returns how many mails went out */
  deliverDue(): Promise<number>
}

interface MailDeliveryOptions {
  db: Database
  /** null = nothing is sent, the mails stay readable. */
  smtpUrl: string | null
  /** `Halle 9 <hallo@halle9.example>` */
  from: string
  clock: Clock
  log: Log
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const deliverEveryMs = 2000
const claimMs = 10 * minuteMs
/** One attempt: connecting, greeting and the silence between two answers. */
const smtpTimeoutMs = 15_000
const batch = 10
const longestPauseMs = 6 * 60 * minuteMs
const giveUpAfterMs = 7 * dayMs
const keepBodiesMs = 90 * dayMs

/** Nodemailer sends `a@x, b@x` to both (CWE-93), so exactly one address passes and nothing that could end a header. */
const oneAddress = /^[^\s\p{C},;:<>()[\]"\\@]+@[^\s\p{C},;:<>()[\]"\\@]+$/u

/** Whether mail can be sent there at all: it is exactly one address. */
export function isMailAddress(text: string): boolean {
  return oneAddress.test(text)
}

/**
 * Puts mails into the outbox, inside the transaction of what they tell about: they are sent if and only if that commits.
 * One statement, also with attachments.
 * @throws TypeError when an address is not exactly one, or a header would hold a line break
 */
export async function queueMail(db: Database | Transaction<Tables>, ...mails: Mail[]): Promise<void> {
  for (const { to, subject, attachments } of mails) {
    if (!isMailAddress(to.address)) throw new TypeError('queueMail: not exactly one mail address')
    if (hasControl(subject)) throw new TypeError('queueMail: a subject is one line')
    if (attachments?.some(({ name, type }) => hasControl(name + type)))
      throw new TypeError('queueMail: name and type of an attachment are one line')
  }
  await store.add(
    db,
    mails.map((mail) => ({ ...mail, to: { ...mail.to, name: oneLine(mail.to.name) } })),
  )
}

/**
 * Sends the outbox by SMTP. A mail is never lost and, whatever number of processes run this, never sent twice, but for
 * a process that dies between the server's yes and ours; then the second copy has the same Message-ID.
 */
export function createMailDelivery(options: MailDeliveryOptions): MailDelivery {
  const { db, clock, log, smtpUrl } = options
  const transport = smtpUrl ? createSmtp(smtpUrl) : null
  let jobs: Job[] = []

  const deliverDue = async () => {
    if (!transport) return 0
    const now = clock()
    const until = new Date(now.getTime() + claimMs)
    const mails = await store.claim(db, now, until, batch)
    const attachments = await store.attachmentsOf(
      db,
      mails.map(({ id }) => id),
    )
    let sent = 0
    for (const mail of mails) {
      // What is left when time runs short is taken up again by whoever comes after `until`.
      if (clock().getTime() > until.getTime() - claimMs / 2) break
      if (await attempt(mail, attachments.get(mail.id) ?? [])) sent += 1
    }
    return sent
  }

  const attempt = async (mail: store.StoredMail, attachments: store.StoredAttachment[]) => {
    const start = clock()
    if (mail.validUntil && mail.validUntil <= start) {
      await store.settle(db, mail, { lastError: 'too late', failedAt: start })
      log.warn({ mail: mail.id, kind: mail.kind }, 'mail came too late to be sent')
      return false
    }
    try {
      await transport?.sendMail(messageOf(mail, attachments, options.from))
    } catch (error) {
      const outcome = outcomeOf(error as SmtpError, mail, clock())
      log['failedAt' in outcome ? 'error' : 'warn'](
        { mail: mail.id, kind: mail.kind, ...outcome },
        'mail not sent',
      )
      await store.settle(db, mail, outcome)
      return false
    }
    await store.settle(db, mail, { sentAt: clock() })
    log.info({ mail: mail.id, kind: mail.kind }, 'mail sent')
    return true
  }

  return {
    deliverDue,
    start: () => {
      const forget = () => store.forgetBodies(db, new Date(clock().getTime() - keepBodiesMs))
      jobs = [
        startJob({ name: 'mail', everyMs: deliverEveryMs, run: deliverDue, log }),
        startJob({ name: 'forget-mail-bodies', everyMs: dayMs, run: forget, log }),
      ]
    },
    stop: async () => {
      await Promise.all(jobs.map((job) => job.stop()))
      transport?.close()
    },
  }
}

function hasControl(text: string): boolean {
  // eslint-disable-next-line no-control-regex
  return /[\u0000-\u001f\u007f]/.test(text)
}

function oneLine(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()
}

function createSmtp(url: string) {
  return createTransport({
    url,
    connectionTimeout: smtpTimeoutMs,
    greetingTimeout: smtpTimeoutMs,
    socketTimeout: smtpTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function messageOf(mail: store.StoredMail, attachments: store.StoredAttachment[], from: string) {
  // A calendar message is a part beside text and HTML, too: that is the one that calendars act on (RFC 6047 2.4).
  const calendar = attachments.find(({ type }) => methodOf(type))
  const files = attachments.filter((each) => each !== calendar)
  const domain = /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    to: { name: mail.toName, address: mail.toAddress },
    subject: mail.subject,
    text: mail.text ?? '',
    html: mail.html ?? '',
    ...(calendar && {
      icalEvent: { method: methodOf(calendar.type), filename: calendar.name, content: calendar.content },
    }),
    attachments: files.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
    messageId: `<${mail.messageKey}@${domain}>`,
    date: mail.createdAt,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.locale },
  }
}

function methodOf(type: string): string | undefined {
  return /^text\/calendar\b.*;\s*method=(\w+)/i.exec(type)?.[1]
}

interface SmtpError extends Error {
  code?: string
  responseCode?: number
}

/** Only the server's final no to this recipient or message ends it at once (RFC 5321, 4.2.1); all else is tried for a week. */
function outcomeOf(error: SmtpError, mail: store.StoredMail, now: Date): store.NotSent {
  const isFinal = (error.responseCode ?? 0) >= 500 && ['EENVELOPE', 'EMESSAGE'].includes(error.code ?? '')
  const isOld = now.getTime() - mail.createdAt.getTime() > giveUpAfterMs
  const lastError = [error.code, error.responseCode].filter(Boolean).join(' ') || error.name
  if (isFinal || isOld) return { lastError, failedAt: now }
  const pause = Math.min(minuteMs * 2 ** (mail.attempts - 1), longestPauseMs)
  return { lastError, dueAt: new Date(now.getTime() + pause) }
}
