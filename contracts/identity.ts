import { z } from 'zod'
import { Locale } from './problem.ts'

/** The connection of e-mail and password accounts, by Auth0's name (K7). */
export const passwordConnection = 'Username-Password-Authentication'

export const EmailAddress = z.email().max(254)

/** Data that an account may hold (C7). */
export const UserMetadata = z.strictObject({
  locale: Locale.optional(),
  newsletter: z.boolean().optional(),
  source: z.string().max(100).optional(),
})
export type UserMetadata = z.infer<typeof UserMetadata>

/** Body of POST {host}/dbconnections/change_password. */
export const ChangePassword = z.object({
  client_id: z.string().min(1).max(100),
  email: EmailAddress,
  connection: z.literal(passwordConnection),
})
export type ChangePassword = z.infer<typeof ChangePassword>

/** Body of Auth0's public POST {host}/dbconnections/signup, whose metadata are texts. */
export const SignUp = z.object({
  client_id: z.string().min(1).max(100),
  email: EmailAddress,
  password: z.string().max(256),
  connection: z.literal(passwordConnection),
  user_metadata: z.record(z.string().max(100), z.string().max(500)),
})
export type SignUp = z.infer<typeof SignUp>
export const SignUpRefusal = z.object({ code: z.string().max(100) })

/** Answers of the Management API (v2), as far as they are read here. */
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
