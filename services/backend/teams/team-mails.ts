import type { Locale } from '../../../contracts/problem.ts'
import type { Mail } from '../../../platform/mail/mail-content.ts'
import { fill, toMail } from '../../../platform/mail/mail-template.ts'
import { hrefOf } from '../../../platform/site-href.ts'

interface Where {
  /** Name of the space that sells. */
  seller: string
  siteUrl: string
}

interface Told extends Where {
  locale: Locale
  /** The person who gets the mail; an empty first name greets nobody in particular. */
  to: { firstName: string; name: string; address: string }
  /** Name of the team. */
  team: string
}

/** Asks somebody to take a seat. */
export function invitationMail(
  given: Told & { inviter: string; token: string; until: Date; zone: string },
): Mail {
  const { inviter, token, until, zone, locale } = given
  return mailOf(given, 'invitation', `/invitation/${token}`, { inviter, day: dayText(until, locale, zone) })
}

/** Tells the owner that somebody took a seat. */
export function acceptedMail(given: Told & { person: string }): Mail {
  return mailOf(given, 'accepted', '/me/team', { person: given.person })
}

/** Tells somebody that their seat is over today. */
export function endedMail(given: Told): Mail {
  return mailOf(given, 'ended', '/me/packages', {})
}

/**
 * About a team that changes hands: `handover` asks whoever shall get it until `day`, `kept` tells the owner that they do not
 * want it, `owns` and `gave` tell both once it is done.
 */
export function handOverMail(
  kind: 'handover' | 'kept' | 'owns' | 'gave',
  { person, day = '', ...given }: Told & { person: string; day?: string },
): Mail {
  return mailOf(given, kind, '/me/team', { person, day })
}

type Kind = keyof (typeof texts)['de']

function mailOf(told: Told, kind: Kind, path: string, values: Record<string, string>): Mail {
  const { seller, siteUrl, locale, to, team } = told
  const known = { seller, team, ...values }
  const { subject, lead, action, paragraphs, note } = texts[locale][kind]
  return toMail({
    kind: `team-${kind}`,
    locale,
    to: { name: to.name, address: to.address },
    name: to.firstName,
    subject: fill(subject, known),
    lead: fill(lead, known),
    facts: [team],
    paragraphs: paragraphs.map((text) => fill(text, known)),
    action: { label: action, href: hrefOf(siteUrl, locale, path) },
    note: fill(note, known),
    siteName: seller,
  })
}

export function dayText(at: Date, locale: Locale, zone: string): string {
  return at.toLocaleDateString(locale === 'de' ? 'de-DE' : 'en-GB', { dateStyle: 'long', timeZone: zone })
}

interface Text {
  subject: string
  lead: string
  action: string
  paragraphs: string[]
  note: string
}

const texts: Record<
  Locale,
  Record<'invitation' | 'accepted' | 'ended' | 'handover' | 'kept' | 'owns' | 'gave', Text>
> = {
  de: {
    invitation: {
      subject: '{inviter} lädt dich ins Team {team} ein',
      lead: '{inviter} hat bei {seller} einen Platz im Team {team} für dich. Das Paket bezahlt das Team.',
      action: 'Einladung ansehen',
      paragraphs: [
        'Der Link gilt bis {day} und nur einmal. Annehmen kann ihn nur ein Konto mit dieser E-Mail-Adresse.',
      ],
      note: 'Du kennst das Team nicht? Dann tu einfach nichts.',
    },
    accepted: {
      subject: '{person} ist jetzt im Team {team}',
      lead: '{person} hat die Einladung angenommen und einen Platz in eurem Team.',
      action: 'Team ansehen',
      paragraphs: [],
      note: 'Du bekommst diese E-Mail, weil dir das Team gehört.',
    },
    ended: {
      subject: 'Dein Platz im Team {team} endet heute',
      lead: 'heute ist der letzte Tag deines Platzes im Team {team}.',
      action: 'Mein Paket ansehen',
      paragraphs: ['Buchungen ab morgen gehen nicht mehr über das Team. Dein Konto bleibt.'],
      note: 'Fragen dazu? Sprich mit dem Team, oder antworte auf diese E-Mail.',
    },
    handover: {
      subject: '{person} möchte dir das Team {team} übergeben',
      lead: '{person} fragt dich, ob du das Team {team} übernimmst. Du würdest Plätze und Vertrag verwalten und die nächsten Rechnungen bekommen.',
      action: 'Team ansehen',
      paragraphs: ['Du kannst bis {day} in deinem Mitgliederbereich zusagen oder ablehnen.'],
      note: 'Du möchtest das nicht? Dann lehne dort ab, oder tu einfach nichts.',
    },
    kept: {
      subject: '{person} übernimmt das Team {team} nicht',
      lead: '{person} möchte das Team {team} nicht übernehmen. Es gehört weiter dir.',
      action: 'Team ansehen',
      paragraphs: [],
      note: 'Du bekommst diese E-Mail, weil dir das Team gehört.',
    },
    owns: {
      subject: 'Das Team {team} gehört jetzt dir',
      lead: '{person} hat dir das Team {team} übergeben. Du verwaltest jetzt Plätze und Vertrag.',
      action: 'Team ansehen',
      paragraphs: [
        'Die nächsten Rechnungen stehen in deinem Mitgliederbereich. Die Karte oder das Konto, von dem bisher abgebucht wurde, geht nicht mit: Bezahl die nächste Rechnung bitte selbst.',
      ],
      note: 'Fragen dazu? Antworte einfach auf diese E-Mail.',
    },
    gave: {
      subject: 'Du hast das Team {team} übergeben',
      lead: 'das Team {team} gehört jetzt {person}.',
      action: 'Team ansehen',
      paragraphs: ['Rechnungen, die es schon gibt, bleiben in deinem Mitgliederbereich.'],
      note: 'Das warst du nicht? Antworte gleich auf diese E-Mail.',
    },
  },
  en: {
    invitation: {
      subject: '{inviter} invites you to the team {team}',
      lead: '{inviter} has a seat in the team {team} at {seller} for you. The team pays for the package.',
      action: 'See the invitation',
      paragraphs: [
        'The link works once, until {day}. Only an account with this email address can accept it.',
      ],
      note: 'You do not know the team? Then just do nothing.',
    },
    accepted: {
      subject: '{person} is now in the team {team}',
      lead: '{person} has accepted the invitation and has a seat in your team.',
      action: 'See the team',
      paragraphs: [],
      note: 'You get this email because you own the team.',
    },
    ended: {
      subject: 'Your seat in the team {team} ends today',
      lead: 'today is the last day of your seat in the team {team}.',
      action: 'See my packages',
      paragraphs: ['From tomorrow on the team covers no bookings of yours. Your account stays.'],
      note: 'Any questions? Talk to the team, or reply to this email.',
    },
    handover: {
      subject: '{person} would like to hand the team {team} over to you',
      lead: '{person} asks whether you take over the team {team}. You would manage its seats and its contract, and get the next invoices.',
      action: 'See the team',
      paragraphs: ['You can accept or decline in your member area until {day}.'],
      note: 'You do not want this? Then decline there, or just do nothing.',
    },
    kept: {
      subject: '{person} does not take over the team {team}',
      lead: '{person} does not want to take over the team {team}. It is still yours.',
      action: 'See the team',
      paragraphs: [],
      note: 'You get this email because you own the team.',
    },
    owns: {
      subject: 'The team {team} is now yours',
      lead: '{person} has handed the team {team} over to you. You now manage its seats and its contract.',
      action: 'See the team',
      paragraphs: [
        'The next invoices are in your member area. A saved card or bank account does not move with the team: please pay the next invoice yourself.',
      ],
      note: 'Any questions? Just reply to this email.',
    },
    gave: {
      subject: 'You have handed the team {team} over',
      lead: 'the team {team} now belongs to {person}.',
      action: 'See the team',
      paragraphs: ['Invoices that exist stay in your member area.'],
      note: 'Was this not you? Reply to this email at once.',
    },
  },
}
