import { createTransport } from 'nodemailer'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { type Job, startJob } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import { createOutbox } from '../outbox/outbox.ts'
import * as store from './mail.store.ts'

export interface MailDelivery {
  start(): void
  stop(): Promise<void>
  /** Sends what is due now and returns how many mails went out. */
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

const dayMs = 24 * 60 * 60_000
/** One attempt: connecting, greeting and the silence between two answers. */
const smtpTimeoutMs = 15_000
const keepBodiesMs = 90 * dayMs

/** Sends the mails of the outbox by SMTP; a repeat after a crash has the same Message-ID. */
export function createMailDelivery({ db, smtpUrl, from, clock, log }: MailDeliveryOptions): MailDelivery {
  const transport = smtpUrl ? createSmtp(smtpUrl) : null
  const outbox =
    transport &&
    createOutbox({
      db,
      kind: 'mail',
      perform: async ({ id }) => {
        const mail = await store.byId(db, id)
        if (!mail) throw new Error('a mail without content')
        await transport.sendMail(messageOf(mail, from))
        return { mail: mail.kind }
      },
      judge,
      clock,
      log,
    })
  let jobs: Job[] = []
  return {
    deliverDue: async () => (outbox ? outbox.deliverDue() : 0),
    start: () => {
      const eraseBodies = () => store.eraseBodies(db, new Date(clock().getTime() - keepBodiesMs))
      jobs = [
        ...(outbox ? [outbox.start()] : []),
        startJob({ name: 'erase mail bodies', everyMs: dayMs, run: eraseBodies, log }),
      ]
    },
    stop: async () => {
      await Promise.all(jobs.map((job) => job.stop()))
      transport?.close()
    },
  }
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
  // A calendar message is also a part beside text and HTML: calendars act on that one (RFC 6047, 2.4).
  const calendar = mail.attachments.find(({ type }) => methodOf(type))
  const files = mail.attachments.filter((each) => each !== calendar)
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
    messageId: `<${mail.key}@${domain}>`,
    date: mail.createdAt,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.locale },
  }
}

function methodOf(type: string): string | undefined {
  return /^text\/calendar\b.*;\s*method=(\w+)/i.exec(type)?.[1]
}

/** Only the server's final no to this recipient or message is final (RFC 5321, 4.2.1). */
function judge(thrown: unknown): { isFinal: boolean; text: string } {
  const error = thrown as Error & { code?: string; responseCode?: number }
  const isFinal = (error.responseCode ?? 0) >= 500 && ['EENVELOPE', 'EMESSAGE'].includes(error.code ?? '')
  return { isFinal, text: [error.code, error.responseCode].filter(Boolean).join(' ') || error.name }
}
