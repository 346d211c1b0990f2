import type { Locale } from './problem.ts'
import { verifyFirst } from './verify-first.ts'

/**
 * Every message that may stand in the address of `/auth` (A9, A10): the page maps the German text to the
 * visitor's language and replaces any other text by a neutral sentence.
 */
export const identityMessages = {
  verifyFirst,
  verified: {
    de: 'Deine E-Mail-Adresse ist bestätigt. Du kannst dich jetzt anmelden.',
    en: 'Your email address is confirmed. You can sign in now.',
  },
  passwordChanged: {
    de: 'Dein neues Passwort gilt. Du kannst dich jetzt anmelden.',
    en: 'Your new password is set. You can sign in now.',
  },
} satisfies Record<string, Record<Locale, string>>

export type IdentityMessage = keyof typeof identityMessages

/** Returns the known message of a text in either language; null = unknown, to be replaced by a neutral sentence. */
export function identityMessageOf(text: string): IdentityMessage | null {
  const names = Object.keys(identityMessages) as IdentityMessage[]
  return names.find((name) => Object.values(identityMessages[name]).includes(text)) ?? null
}
