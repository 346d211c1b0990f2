import type { Locale } from '../../../contracts/problem.ts'
import { passwordMinLength } from '../../../platform/auth/common-passwords.ts'

/** The words of the identity pages. */
export const pageTexts = {
  de: {
    otherLanguage: 'English',
    toHome: 'Zur Startseite',
    summary: 'Bitte prüfe:',
    email: 'E-Mail-Adresse',
    emailMissing: 'Gib deine E-Mail-Adresse ein.',
    emailWrong: 'Das ist keine E-Mail-Adresse. Sie sieht so aus: name@beispiel.de',
    password: 'Passwort',
    passwordMissing: 'Gib dein Passwort ein.',
    signIn: 'Anmelden',
    signInLead: 'Mit deinem Konto buchst du Maschinen und siehst deine Credits und Kurse.',
    wrong: 'E-Mail-Adresse oder Passwort stimmen nicht.',
    blocked: 'Dieses Konto ist gesperrt. Melde dich bitte bei uns.',
    tooMany: 'Das waren zu viele Versuche. Bitte warte {time} und versuche es dann noch einmal.',
    forgot: 'Passwort vergessen?',
    noAccount: 'Noch kein Konto?',
    register: 'Konto anlegen',
    demo: 'Zum Ausprobieren',
    demoLead: 'Diese Konten gibt es nur zur Probe. Ihr Passwort ist',
    expired: 'Diese Anmeldung ist abgelaufen',
    expiredLead: 'Sie war zu lange offen oder gehört zu einem anderen Fenster. Fang einfach neu an.',
    signInAgain: 'Neu anmelden',
    connectOver: 'Das Verbinden ist abgelaufen',
    connectOverLead:
      'Es wurde schon benutzt, war zu lange offen oder gehört zu einem anderen Konto. Fang in deinem Profil neu an.',
    toProfile: 'Zum Profil',
    foreign: 'Diese Anfrage kam nicht von unserer Seite',
    foreignLead: 'Darum haben wir nichts getan. Öffne die Seite neu und versuche es noch einmal.',
    problem: 'Die Anmeldung hat nicht geklappt',
    problemLead: 'Die Anfrage war nicht vollständig. Geh zurück zur Startseite und melde dich von dort an.',
    problemCode: 'Kennung: {code}',
    tooManyStarts: 'Aus deinem Netz kamen zu viele Anmeldeversuche.',
    forgotTitle: 'Neues Passwort',
    forgotLead: 'Wir schicken dir einen Link. Er gilt 30 Minuten.',
    sendLink: 'Link schicken',
    sent: 'Schau in dein Postfach',
    sentLead:
      'Wenn es zu dieser Adresse ein Konto gibt, ist der Link unterwegs. Nichts da? Schau auch in den Spam-Ordner.',
    backToSignIn: 'Zurück zur Anmeldung',
    resetTitle: 'Neues Passwort festlegen',
    resetLead: 'Danach bist du auf allen Geräten abgemeldet.',
    newPassword: 'Neues Passwort',
    newPasswordHelp: `Mindestens ${passwordMinLength} Zeichen. Ein kurzer Satz ist gut.`,
    tooShort: `Nimm mindestens ${passwordMinLength} Zeichen.`,
    tooLong: 'Nimm höchstens 256 Zeichen.',
    common:
      'Dieses Passwort steht auf Listen, die Angreifer zuerst probieren. Nimm ein anderes, zum Beispiel einen kurzen Satz.',
    personal:
      'Dieses Passwort besteht fast nur aus deinem Namen, deiner Adresse oder unserem Namen. Das errät man schnell.',
    setPassword: 'Passwort festlegen',
    linkOver: 'Dieser Link gilt nicht mehr',
    linkOverLead: 'Er wurde schon benutzt oder ist abgelaufen.',
    newLink: 'Neuen Link anfordern',
    verifyTitle: 'E-Mail-Adresse bestätigen',
    verifyLead: 'Ein Klick noch, dann bist du angemeldet.',
    verify: 'Adresse bestätigen',
    signOutTitle: 'Abmelden?',
    signOutLead: 'Du meldest dich in diesem Browser ab.',
    signOut: 'Abmelden',
    stay: 'Angemeldet bleiben',
    signedOut: 'Du bist abgemeldet',
    signedOutLead: 'Bis bald in der Werkstatt.',
  },
  en: {
    otherLanguage: 'Deutsch',
    toHome: 'To the home page',
    summary: 'Please check:',
    email: 'Email address',
    emailMissing: 'Enter your email address.',
    emailWrong: 'That is not an email address. One looks like this: name@example.com',
    password: 'Password',
    passwordMissing: 'Enter your password.',
    signIn: 'Sign in',
    signInLead: 'Your account lets you book machines and see your credits and courses.',
    wrong: 'Wrong email address or password.',
    blocked: 'This account is blocked. Please get in touch with us.',
    tooMany: 'Too many attempts. Please wait {time}, then try again.',
    forgot: 'Forgot your password?',
    noAccount: 'No account yet?',
    register: 'Create an account',
    demo: 'To try it out',
    demoLead: 'These accounts are only for trying things out. Their password is',
    expired: 'This sign-in has expired',
    expiredLead: 'It was open for too long, or belongs to another window. Just start again.',
    connectOver: 'Connecting has expired',
    connectOverLead:
      'It was used already, was open for too long, or belongs to another account. Start again in your profile.',
    toProfile: 'To the profile',
    signInAgain: 'Sign in again',
    foreign: 'This request did not come from our page',
    foreignLead: 'So nothing was done. Reopen the page and try again.',
    problem: 'Signing in didn’t work',
    problemLead: 'The request was incomplete. Go back to the home page and sign in from there.',
    problemCode: 'Code: {code}',
    tooManyStarts: 'There were too many sign-in attempts from your network.',
    forgotTitle: 'New password',
    forgotLead: 'We send you a link. It is valid for 30 minutes.',
    sendLink: 'Send link',
    sent: 'Check your email',
    sentLead:
      'If there is an account with this address, the link is on its way. Nothing there? Check your spam folder.',
    backToSignIn: 'Back to sign-in',
    resetTitle: 'Set a new password',
    resetLead: 'You will then be signed out on all devices.',
    newPassword: 'New password',
    newPasswordHelp: `At least ${passwordMinLength} characters. A short sentence is good.`,
    tooShort: `Use at least ${passwordMinLength} characters.`,
    tooLong: 'Use at most 256 characters.',
    common:
      'This password is on lists that attackers try first. Use another one, for example a short sentence.',
    personal: 'This password is little more than your name, your address or our name. That is easy to guess.',
    setPassword: 'Set password',
    linkOver: 'This link is no longer valid',
    linkOverLead: 'It has already been used or has expired.',
    newLink: 'Ask for a new link',
    verifyTitle: 'Confirm your email address',
    verifyLead: 'One more click and you are signed in.',
    verify: 'Confirm address',
    signOutTitle: 'Sign out?',
    signOutLead: 'You will be signed out in this browser.',
    signOut: 'Sign out',
    stay: 'Stay signed in',
    signedOut: 'You are signed out',
    signedOutLead: 'See you in the workshop.',
  },
} satisfies Record<Locale, Record<string, string>>

export type PageText = keyof (typeof pageTexts)['de']

/** Returns the sentence of a reached limit, with the time to wait in whole minutes. */
export function tooManyText(locale: Locale, waitSeconds: number): string {
  const minutes = Math.max(1, Math.ceil(waitSeconds / 60))
  const time = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(
    minutes,
  )
  return pageTexts[locale].tooMany.replace('{time}', time)
}

/**
 * The language of a page: the first of ours in OpenID's `ui_locales` (space-separated), else in Accept-Language,
 * else German.
 */
export function localeOfPage(uiLocales: unknown, acceptLanguage: string | undefined): Locale {
  const wanted = [
    ...(typeof uiLocales === 'string' ? uiLocales.split(' ') : []),
    ...(acceptLanguage ?? '').split(','),
  ]
  const known = wanted.map((tag) => tag.trim().slice(0, 2).toLowerCase())
  return known.find((tag): tag is Locale => tag === 'de' || tag === 'en') ?? 'de'
}
