import type { CourseSignUp } from '../../../contracts/course-place.ts'
import type { Locale } from '../../../contracts/problem.ts'
import { fill } from '../../../platform/mail/mail-template.ts'
import { consentsTo } from '../orders/legal-texts.ts'
import type { Ordering } from '../orders/parts.ts'
import type { PlaceConsent } from './consents.store.ts'
import { offerWords } from './place-offer.ts'
import type { CourseRun } from './places.store.ts'

/** What forms of the site say, word for word: a test compares them. */
export const consentTexts = {
  guardian: {
    de: 'Ich bin sorgeberechtigt und stimme dieser Anmeldung zu, auch für alle anderen Sorgeberechtigten.',
    en: 'I am a parent or guardian and agree to this sign-up, also on behalf of all other guardians.',
  },
  adult: {
    de: 'Ich bin mindestens 18 Jahre alt. Jüngere melden sich mit einem Konto an.',
    en: 'I am at least 18 years old. Younger people sign up with an account.',
  },
}

interface Agreed {
  run: CourseRun
  firstName: string
  lastName: string
  /** null = an adult by their own word */
  bornOn: string | null
}

/**
 * Returns what is agreed to with a sign-up, in the words of the page; the consent of a guardian names the people and the date.
 * @throws Problem `upstreamUnavailable`
 */
export async function consentsOf(
  { legalTextOf }: Pick<Ordering, 'legalTextOf'>,
  { locale, guardian, companions }: Pick<CourseSignUp, 'guardian' | 'companions'> & { locale: Locale },
  { run, firstName, lastName, bornOn }: Agreed,
): Promise<PlaceConsent[]> {
  const [terms] = await consentsTo(['terms'], locale, legalTextOf)
  const child = {
    name: `${firstName} ${lastName}`,
    born: bornOn ? birthDays[locale].format(new Date(bornOn)) : '',
  }
  const about = [
    consentTexts.guardian[locale],
    guardian && `${guardian.name}, ${guardian.phone}`.replaceAll(/\s+/g, ' '),
    fill(forWhom[locale], child),
    offerWords(run, companions.length + 1).name[locale],
  ].join('\n')
  return [
    { kind: 'terms', text: terms?.text ?? '' },
    ...(guardian ? [{ kind: 'guardian' as const, text: about }] : []),
    ...(bornOn === null ? [{ kind: 'adult' as const, text: consentTexts.adult[locale] }] : []),
  ]
}

const birthDays = {
  de: new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
}
const forWhom = { de: 'Für {name}, geboren am {born}', en: 'For {name}, born on {born}' }
