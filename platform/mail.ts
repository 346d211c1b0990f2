import { createTransport } from 'nodemailer'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.gen.ts'
import type { Locale } from '../contracts/problem.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { type Job, startJob } from './jobs.ts'
import type { Log } from './log.ts'
import * as store from './mail.store.ts'

export interface Mail {
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  locale: Locale
  /** What it is about, for the log and the tests: `verifyEmail`. */
  kind: string
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
const oneAddress = /^[^\s,;:<>()[\]"\\@]+@[^\s,;:<>()[\]"\\@]+$/

/**
 * Puts a mail into the outbox, inside the transaction of what it tells about: it is sent if and only if that commits.
 * @throws TypeError when the address is not exactly one, or a header would hold a line break
 */
export async function queueMail(db: Database | Transaction<Tables>, mail: Mail): Promise<void> {
  if (!oneAddress.test(mail.to.address)) throw new TypeError('queueMail: not exactly one mail address')
  if (hasControl(mail.subject)) throw new TypeError('queueMail: a subject is one line')
  await store.add(db, { ...mail, to: { ...mail.to, name: oneLine(mail.to.name) } })
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
    let sent = 0
    for (const mail of mails) {
      // What is left when time runs short is taken up again by whoever comes after `until`.
      if (clock().getTime() > until.getTime() - claimMs / 2) break
      if (await attempt(mail)) sent += 1
    }
    return sent
  }

  const attempt = async (mail: store.StoredMail) => {
    try {
      await transport?.sendMail(messageOf(mail, options.from))
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

function messageOf(mail: store.StoredMail, from: string) {
  const domain = /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    to: { name: mail.toName, address: mail.toAddress },
    subject: mail.subject,
    text: mail.text ?? '',
    html: mail.html ?? '',
    messageId: `<${mail.messageKey}@${domain}>`,
    date: mail.createdAt,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.locale },
  }
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
