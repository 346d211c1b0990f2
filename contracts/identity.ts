import { z } from 'zod'
import type { Locale } from './problem.ts'

/** The connection of e-mail and password accounts (specification section 8, Auth0's own name). */
export const passwordConnection = 'Username-Password-Authentication'

/**
 * Every message that may stand in the address of `/auth` (decisions 16): the page maps the German text to the
 * visitor's language and replaces any other text by a neutral sentence.
 */
export const identityMessages = {
  verifyFirst: {
    de: 'Bitte bestätige deine E-Mail-Adresse, bevor du dich anmeldest.',
    en: 'Please confirm your e-mail address before you sign in.',
  },
  verified: {
    de: 'Deine E-Mail-Adresse ist bestätigt. Du kannst dich jetzt anmelden.',
    en: 'Your e-mail address is confirmed. You can sign in now.',
  },
  passwordChanged: {
    de: 'Dein neues Passwort gilt. Du kannst dich jetzt anmelden.',
    en: 'Your new password is set. You can sign in now.',
  },
} satisfies Record<string, Record<Locale, string>>

export type IdentityMessage = keyof typeof identityMessages

/** Which known message a text is, in either language; null = unknown, to be replaced by a neutral sentence. */
export function identityMessageOf(text: string): IdentityMessage | null {
  const names = Object.keys(identityMessages) as IdentityMessage[]
  return names.find((name) => Object.values(identityMessages[name]).includes(text)) ?? null
}

export const EmailAddress = z.email().max(254)

/** Body of POST {host}/dbconnections/change_password. */
export const ChangePassword = z.object({
  client_id: z.string().min(1).max(100),
  email: EmailAddress,
  connection: z.literal(passwordConnection),
})
export type ChangePassword = z.infer<typeof ChangePassword>

/** What the Management API (v2) answers, as far as it is read here. */
export const ManagementToken = z.object({ access_token: z.string(), expires_in: z.number() })
export const ManagementUser = z.object({
  user_id: z.string(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
})
export type ManagementUser = z.infer<typeof ManagementUser>

/** Bodies that the Management API takes. */
export const ClientCredentials = z.object({
  grant_type: z.literal('client_credentials'),
  client_id: z.string().max(200),
  client_secret: z.string().max(200),
  audience: z.string().max(500),
})
export const VerificationJob = z.object({ user_id: z.string().min(1).max(100) })
