import type { DeclarationReceipt } from '../../../contracts/declaration.ts'
import {
  declarationFile,
  declarationRows,
  declarationText,
  receivedText,
} from '../../../formats/declaration-text.ts'
import type { Mail } from '../../../platform/mail/mail-content.ts'
import { fill, toMail } from '../../../platform/mail/mail-template.ts'
import { hrefOf } from '../../../platform/site-href.ts'

interface Where {
  /** Name of the space that sells. */
  seller: string
  /** Public address of the site, without a slash at its end. */
  siteUrl: string
}

/** Confirms what was received and when, with the whole declaration attached (§ 312k (4), § 356a (4) BGB). */
export function receiptMail(
  receipt: DeclarationReceipt,
  { seller, siteUrl, token }: Where & { token: string },
): Mail {
  const { declaration, locale } = receipt
  const { received, action, follows, note } = texts[locale].receipt
  const { title, subject, lead } = texts[locale].receipt[declaration.kind]
  const rows = declarationRows(declaration, locale).map(({ label, value }) => `${label}: ${value}`)
  return toMail({
    kind: `declaration-${declaration.kind}`,
    locale,
    to: { name: declaration.name, address: declaration.email },
    name: declaration.name,
    subject: fill(subject, { seller }),
    lead,
    facts: [title, fill(received, { time: receivedText(receipt) }), ...rows],
    paragraphs: [follows[declaration.kind]],
    action: { label: action, href: hrefOf(siteUrl, locale, `/contract/receipt/${token}`) },
    note,
    siteName: seller,
    attachments: [
      {
        name: declarationFile(receipt),
        type: 'text/plain; charset=utf-8',
        content: declarationText(receipt, seller),
      },
    ],
  })
}

/** Asks the space to look at a declaration that nothing was done about. */
export function staffMail(
  receipt: DeclarationReceipt,
  { seller, siteUrl, id, address, why }: Where & { id: number; address: string; why: StaffReason },
): Mail {
  const { declaration } = receipt
  const text = texts.de.staff
  return toMail({
    kind: 'declaration-staff',
    locale: 'de',
    to: { name: seller, address },
    name: '',
    subject: fill(text.subject, { kind: text.kinds[declaration.kind], id: String(id) }),
    lead: text.why[why],
    facts: [
      `${text.kinds[declaration.kind]} ${id}`,
      receivedText({ ...receipt, locale: 'de' }),
      ...declarationRows(declaration, 'de').map(({ label, value }) => `${label}: ${value}`),
    ],
    paragraphs: [fill(text.done, { id: String(id) })],
    action: { label: text.action, href: `mailto:${declaration.email}` },
    note: fill(text.note, { siteUrl }),
    siteName: seller,
  })
}

export type StaffReason = keyof (typeof texts)['de']['staff']['why']

const texts = {
  de: {
    receipt: {
      cancel: {
        title: 'Kündigung',
        subject: 'Deine Kündigung ist bei {seller} eingegangen',
        lead: 'wir haben deine Kündigung erhalten. Hier steht, was du erklärt hast und wann es angekommen ist.',
      },
      withdraw: {
        title: 'Widerruf',
        subject: 'Dein Widerruf ist bei {seller} eingegangen',
        lead: 'wir haben deinen Widerruf erhalten. Hier steht, was du erklärt hast und wann es angekommen ist.',
      },
      received: 'Eingegangen am {time}',
      follows: {
        cancel:
          'Ist kein Tag genannt, endet der Vertrag so früh wie möglich. Den letzten Tag nennen wir in einer eigenen E-Mail an die Adresse, die zum Vertrag gehört.',
        withdraw:
          'Wie es weitergeht und was du zurückbekommst, steht in einer eigenen E-Mail an die Adresse, die zum Vertrag gehört.',
      },
      action: 'Erklärung ansehen',
      note: 'Heb diese E-Mail auf. Fragen dazu? Antworte einfach.',
    },
    staff: {
      subject: 'Bitte ansehen: {kind} {id}',
      kinds: { cancel: 'Kündigung', withdraw: 'Widerruf' },
      why: {
        unmatched:
          'zu dieser Erklärung passt kein Vertrag: Nummer und E-Mail-Adresse gehören nicht zusammen.',
        disowned:
          'die Person, der der Vertrag gehört, sagt, dass sie das nicht erklärt hat. Der Vertrag läuft weiter. Bitte klärt, wer es war.',
        ended: 'zu dieser Bestellung läuft kein Vertrag, der sich kündigen lässt.',
        far: 'der Vertrag soll erst in mehr als drei Jahren enden. Bitte merkt das vor.',
        cause:
          'der Vertrag ist zum Ende des laufenden Zeitraums gekündigt. Bitte prüft, ob der wichtige Grund ihn früher beendet.',
        renewed:
          'der Vertrag ist gekündigt, aber inzwischen hat ein neuer Zeitraum begonnen. Bitte storniert dessen Rechnung und zahlt sie zurück.',
        late: 'der Widerruf kam nach den 14 Tagen. Die Person hat eine Antwort. Bitte prüft, ob die Frist wirklich lief.',
        company:
          'eine Firma möchte widerrufen. Firmen haben kein Widerrufsrecht, und das steht in der Antwort an sie. Bitte prüft, ob wirklich eine Firma bestellt hat und ob ihr trotzdem etwas anbieten wollt.',
        credits:
          'der Widerruf betrifft gekaufte Credits. Bitte nehmt weg, was übrig ist, und zahlt dessen Anteil zurück.',
        change:
          'der Widerruf betrifft einen Paketwechsel, der schon gilt. Bitte klärt, ob das alte Paket wieder gelten oder der Vertrag enden soll, und zahlt zurück, was zu viel bezahlt ist.',
      },
      done: 'Wenn das geklärt ist: werkbank declarations done {id}',
      action: 'Antworten',
      note: 'Alle offenen Erklärungen zeigt: werkbank declarations list ({siteUrl})',
    },
  },
  en: {
    receipt: {
      cancel: {
        title: 'Cancellation',
        subject: '{seller} has received your cancellation',
        lead: 'we have received your cancellation. Here is what you declared and when it arrived.',
      },
      withdraw: {
        title: 'Withdrawal',
        subject: '{seller} has received your withdrawal',
        lead: 'we have received your withdrawal. Here is what you declared and when it arrived.',
      },
      received: 'Received on {time}',
      follows: {
        cancel:
          'If you named no day, the contract ends as early as possible. We name its last day in a separate email to the address that belongs to the contract.',
        withdraw:
          'What happens next and what you get back is in a separate email to the address that belongs to the contract.',
      },
      action: 'See the declaration',
      note: 'Keep this email. Any questions? Just reply.',
    },
  },
}
