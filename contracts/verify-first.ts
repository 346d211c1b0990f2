/**
 * Why an account whose address is not verified cannot sign in (E10). Every page loads it, unlike the other messages of
 * `identity-messages.ts`.
 */
export const verifyFirst = {
  de: 'Bitte bestätige deine E-Mail-Adresse, bevor du dich anmeldest.',
  en: 'Please confirm your email address before you sign in.',
}
