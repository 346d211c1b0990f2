import type { Declaration, DeclarationReceipt } from '../contracts/declaration.ts'
import type { Locale } from '../contracts/problem.ts'

/** One line of a declaration: what it is, and what was said. */
export interface DeclarationRow {
  label: string
  value: string
}

/** Returns what somebody declares, in the order of the form: the same words on the page, in the file and in the mail. */
export function declarationRows(declaration: Declaration, locale: Locale): DeclarationRow[] {
  const text = texts[locale]
  const { name, contract, email } = declaration
  const said = declaration.kind === 'cancel' ? text[declaration.manner] : text.withdraw
  return [
    { label: text.declaration, value: said },
    ...(declaration.kind === 'cancel' && declaration.reason !== null
      ? [{ label: text.reason, value: declaration.reason }]
      : []),
    { label: text.name, value: name },
    { label: text.contract, value: contract },
    ...(declaration.kind === 'cancel'
      ? [{ label: text.ends, value: endOf(declaration.endsOn, locale) }]
      : []),
    { label: text.email, value: email },
  ]
}

/** Returns the day and the time at which a declaration was received, with the zone. */
export function receivedText({ receivedAt, zone, locale }: DeclarationReceipt): string {
  const format = { dateStyle: 'long', timeStyle: 'long', timeZone: zone } as const
  return new Intl.DateTimeFormat(languages[locale], format).format(new Date(receivedAt))
}

/** Returns the whole declaration as a text file to store; its lines end as every system reads them. */
export function declarationText(receipt: DeclarationReceipt, seller: string): string {
  const { declaration, locale } = receipt
  const { title, to, received } = texts[locale]
  const rows = [
    { label: to, value: seller },
    ...declarationRows(declaration, locale),
    { label: received, value: receivedText(receipt) },
  ]
  const lines = rows.map(({ label, value }) => `${label}: ${value}`)
  return [title[declaration.kind], '', ...lines, ''].join('\n').replaceAll(/\r?\n/g, '\r\n')
}

/** Returns the name of that file. */
export function declarationFile({ declaration, locale }: Pick<DeclarationReceipt, 'declaration' | 'locale'>) {
  return texts[locale].file[declaration.kind]
}

/** Returns a day for people. */
export function dayText(day: string, locale: Locale): string {
  return new Intl.DateTimeFormat(languages[locale], { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  )
}

function endOf(endsOn: string | null, locale: Locale): string {
  return endsOn === null ? texts[locale].earliest : dayText(endsOn, locale)
}

const languages = { de: 'de-DE', en: 'en-GB' } satisfies Record<Locale, string>

const texts = {
  de: {
    title: { cancel: 'Kündigung', withdraw: 'Widerruf' },
    file: { cancel: 'Kuendigung.txt', withdraw: 'Widerruf.txt' },
    to: 'An',
    declaration: 'Erklärung',
    ordinary: 'Hiermit kündige ich den Vertrag ordentlich.',
    cause: 'Hiermit kündige ich den Vertrag außerordentlich aus wichtigem Grund.',
    withdraw: 'Hiermit widerrufe ich den Vertrag.',
    reason: 'Grund',
    name: 'Name',
    contract: 'Vertrag',
    ends: 'Ende des Vertrags',
    earliest: 'so früh wie möglich',
    email: 'E-Mail für die Bestätigung',
    received: 'Eingegangen am',
  },
  en: {
    title: { cancel: 'Cancellation', withdraw: 'Withdrawal' },
    file: { cancel: 'Cancellation.txt', withdraw: 'Withdrawal.txt' },
    to: 'To',
    declaration: 'Declaration',
    ordinary: 'I hereby cancel the contract with notice.',
    cause: 'I hereby cancel the contract without notice for an important reason.',
    withdraw: 'I hereby withdraw from the contract.',
    reason: 'Reason',
    name: 'Name',
    contract: 'Contract',
    ends: 'End of the contract',
    earliest: 'as early as possible',
    email: 'Email for the confirmation',
    received: 'Received on',
  },
} satisfies Record<Locale, object>
