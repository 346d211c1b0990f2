import { localeOfMember } from '../../../contracts/member.ts'
import type { Locale } from '../../../contracts/problem.ts'
import type { Mail } from '../../../platform/mail/mail-content.ts'
import { fill, toMail } from '../../../platform/mail/mail-template.ts'
import type { Placed } from './place.ts'
import { undone } from './trainings.store.ts'
import { hrefOf } from '../../../platform/site-href.ts'

interface About {
  siteUrl: string
  title: string
}

/** Tells a member that they have a training; null = without end. */
export function givenMail(placed: Placed, about: About & { until: string | null; source: string }): Mail {
  const text = texts[localeOfMember(placed.member)]
  const { until, source } = about
  const fact =
    until === null ? text.always : fill(text.until, { day: dayText(until, localeOfMember(placed.member)) })
  const facts = [about.title, fact]
  // An instruction opens no machine by itself.
  return source === 'instruction'
    ? mailOf(placed, about, { kind: 'passed', path: '/me/trainings', facts })
    : mailOf(placed, about, { kind: 'given', path: '/booking', facts })
}

/** Reminds a member of an end, with dates at which the training is given. */
export function endingMail(
  placed: Placed,
  about: About & {
    until: string
    dates: { title: Record<Locale, string>; fromDateTime: string }[]
    /** Slug of the instruction that renews it online. */
    instruction: string | null
  },
): Mail {
  const locale = localeOfMember(placed.member)
  const dates = about.dates.map(({ title, fromDateTime }) => {
    const day = dayText(fromDateTime, locale)
    return fill(texts[locale].date, { day, time: fromDateTime.slice(11, 16), title: title[locale] })
  })
  return mailOf(placed, about, {
    kind: 'ending',
    ...(about.instruction !== null && { action: texts[locale].renew }),
    path: about.instruction === null ? '/me/trainings' : `/instruction/${about.instruction}`,
    facts: [about.title, fill(texts[locale].until, { day: dayText(about.until, locale) })],
    paragraphs:
      about.instruction !== null
        ? [texts[locale].online]
        : dates.length > 0
          ? [texts[locale].dates, ...dates]
          : [texts[locale].noDates],
  })
}

/** Tells a member that a training was taken away, and why. */
export function revokedMail(placed: Placed, about: About & { reason: string }): Mail {
  const text = texts[localeOfMember(placed.member)]
  const { reason } = about
  return mailOf(placed, about, {
    kind: 'revoked',
    path: '/me/trainings',
    facts: [about.title],
    paragraphs: [reason === undone ? text.undone : fill(text.why, { reason })],
  })
}

type Kind = 'given' | 'passed' | 'ending' | 'revoked'

interface Content {
  kind: Kind
  path: string
  /** Default: that of the kind. */
  action?: string
  facts: string[]
  paragraphs?: string[]
}

function mailOf(placed: Placed, { siteUrl, title }: About, { kind, path, action, ...rest }: Content): Mail {
  const { member, space } = placed
  const locale = localeOfMember(placed.member)
  const { subject, lead, note, ...text } = texts[locale].kinds[kind]
  const { firstName, lastName, emailAddress: address } = member
  return toMail({
    kind: `training-${kind}`,
    locale,
    to: { name: `${firstName} ${lastName}`.trim(), address },
    name: firstName,
    subject: fill(subject, { title }),
    lead,
    ...rest,
    action: { label: action ?? text.action, href: hrefOf(siteUrl, locale, path) },
    note,
    siteName: space.name,
  })
}

/** @param day YYYY-MM-DD, with or without a time */
function dayText(day: string, locale: Locale): string {
  return new Date(`${day.slice(0, 10)}T12:00Z`).toLocaleDateString(locale === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
}

interface Texts {
  until: string
  always: string
  dates: string
  date: string
  noDates: string
  online: string
  renew: string
  why: string
  undone: string
  kinds: Record<Kind, { subject: string; lead: string; action: string; note: string }>
}

const texts: Record<Locale, Texts> = {
  de: {
    until: 'gültig bis einschließlich {day}',
    always: 'gültig ohne Ablauf',
    dates: 'Die nächsten Termine mit freien Plätzen:',
    date: '{day}, {time} Uhr: {title}',
    noDates:
      'Ein Termin mit freien Plätzen steht gerade nicht fest. Antworte auf diese E-Mail, dann finden wir einen.',
    online: 'Du erneuerst sie online: noch einmal lesen und ein paar Fragen beantworten.',
    renew: 'Online erneuern',
    why: 'Der Grund: {reason}',
    undone: 'Die Bestätigung deiner Teilnahme wurde zurückgenommen.',
    kinds: {
      given: {
        subject: 'Unterweisung geschafft: {title}',
        lead: 'geschafft! Ab jetzt kannst du die Maschinen dieser Unterweisung buchen.',
        action: 'Maschine buchen',
        note: 'Alle deine Unterweisungen stehen mit ihren Zertifikaten in deinem Mitgliederbereich.',
      },
      passed: {
        subject: 'Bestanden: {title}',
        lead: 'geschafft! Du hast die Unterweisung gelesen und die Fragen richtig beantwortet.',
        action: 'Wie es weitergeht',
        note: 'Alle deine Unterweisungen stehen in deinem Mitgliederbereich.',
      },
      ending: {
        subject: 'Deine Unterweisung läuft bald ab: {title}',
        lead: 'nach diesem Tag kannst du die Maschinen dieser Unterweisung erst wieder buchen, wenn du sie erneuert hast.',
        action: 'Unterweisungen ansehen',
        note: 'Erinnerungen kannst du in deinem Profil abbestellen.',
      },
      revoked: {
        subject: 'Deine Unterweisung gilt nicht mehr: {title}',
        lead: 'wir haben diese Unterweisung heute zurückgenommen. Ihre Maschinen kannst du jetzt nicht mehr buchen.',
        action: 'Unterweisungen ansehen',
        note: 'Fragen dazu? Antworte einfach auf diese E-Mail.',
      },
    },
  },
  en: {
    until: 'valid up to and including {day}',
    always: 'valid without an end',
    dates: 'The next dates with free places:',
    date: '{day}, {time}: {title}',
    noDates: 'There is no date with free places at the moment. Reply to this email and we will find one.',
    online: 'You renew it online: read it again and answer a few questions.',
    renew: 'Renew online',
    why: 'The reason: {reason}',
    undone: 'The confirmation that you took part was taken back.',
    kinds: {
      given: {
        subject: 'Safety training done: {title}',
        lead: 'well done! From now on you can book the machines of this training.',
        action: 'Book a machine',
        note: 'All your safety training is in your member area, with the certificates.',
      },
      passed: {
        subject: 'Passed: {title}',
        lead: 'well done! You have read the instruction and answered its questions correctly.',
        action: 'What comes next',
        note: 'All your safety training is in your member area.',
      },
      ending: {
        subject: 'Your safety training ends soon: {title}',
        lead: 'after this day you can book the machines of this training only once you have renewed it.',
        action: 'See my training',
        note: 'You can turn reminders off in your profile.',
      },
      revoked: {
        subject: 'Your safety training is no longer valid: {title}',
        lead: 'we have withdrawn this training today. You can no longer book its machines.',
        action: 'See my training',
        note: 'Any questions? Just reply to this email.',
      },
    },
  },
}
