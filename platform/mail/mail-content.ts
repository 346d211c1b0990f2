import type { MailKind } from '../../contracts/mail-kinds.ts'
import type { Locale } from '../../contracts/problem.ts'

export interface Mail {
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  locale: Locale
  /** Its occasion: it decides who can turn it off, and is in the log. */
  kind: MailKind
  attachments?: Attachment[]
  /** After this time the mail has no purpose and is not sent. */
  validUntil?: Date
}

export interface Attachment {
  /** Name of the file. */
  name: string
  /** With its parameters: `text/calendar; charset=utf-8; method=REQUEST`. */
  type: string
  content: string | Uint8Array
}
