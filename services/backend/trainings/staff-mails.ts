import type { Space } from '../../../contracts/space.ts'
import { fill, plainName, toMail } from '../../../platform/mail/mail-template.ts'
import { sendMail } from '../orders/order-mails.ts'
import type { Tx } from '../orders/orders.store.ts'
import { addressesFor } from '../staff/staff.store.ts'

interface NotGiven {
  title: string
  /** Members who do not get it. */
  holder: string
  /** Titles of trainings that are needed first; none = the workshop system refuses it. */
  lacks: string[]
  /** The course and its date; null = it was given outside of one. */
  courseId: number | null
  dateId: number | null
  space: Space
  siteUrl: string
}

/** Tells the trainers of a course and the managers, or without staff the space, that somebody does not get a training. */
export async function mailStaff(tx: Tx, about: NotGiven): Promise<void> {
  const { title, holder, lacks, courseId, dateId, space, siteUrl } = about
  const known = { title, holder: plainName(holder), lacks: lacks.join(', ') }
  const { lead, paragraph } = lacks.length > 0 ? texts.lacks : texts.refused
  for (const address of await addressesFor(tx, courseId, space))
    await sendMail(
      tx,
      toMail({
        kind: 'training-notGiven',
        locale: 'de',
        to: { name: '', address },
        name: '',
        subject: fill(texts.subject, known),
        lead: fill(lead, known),
        facts: [title, known.holder],
        paragraphs: [fill(paragraph, known)],
        action: {
          label: texts.action,
          href: `${siteUrl}/me/attendance${dateId === null ? '' : `/${dateId}`}`,
        },
        note: texts.note,
        siteName: space.name,
      }),
    )
}

/** In the language of the space. */
const texts = {
  subject: 'Unterweisung nicht erteilt: {title}',
  refused: {
    lead: 'die Werkstattverwaltung nimmt diese Unterweisung für {holder} nicht an. Ein Zertifikat darüber gilt nicht.',
    paragraph:
      'Meistens gibt es dort die Unterweisung oder das Mitglied nicht mehr. Ist das behoben, kann die Unterweisung noch einmal erteilt werden.',
  },
  lacks: {
    lead: 'als {holder} bestanden hat, war die Werkstattverwaltung nicht erreichbar. Jetzt zeigt sich, dass vorher noch etwas fehlt: {lacks}.',
    paragraph:
      'Deshalb ist nichts erteilt, und auf der Liste steht die Person als anwesend. Ist das Fehlende nachgeholt, markiere sie dort noch einmal als bestanden.',
  },
  action: 'Liste ansehen',
  note: 'Du bekommst diese E-Mail, weil du Kurse leitest oder verwaltest.',
}
