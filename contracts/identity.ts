import { z } from 'zod'
import { Locale } from './problem-body.ts'

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

/** Scopes of a token for `{host}/me/`, Auth0's My Account API. */
export const connectScopes = {
  create: 'create:me:connected_accounts',
  read: 'read:me:connected_accounts',
  delete: 'delete:me:connected_accounts',
} as const

/** Body of POST {host}/me/v1/connected-accounts/connect (C11). */
export const Connect = z.strictObject({
  connection: z.string('connection is required').min(1, 'connection is required').max(100),
  redirect_uri: z.string().max(500),
  state: z.string().min(1).max(500),
  code_challenge: z.string().regex(/^[\w-]{43}$/, 'a SHA-256 as base64url'),
  code_challenge_method: z.literal('S256'),
  scopes: z
    .array(z.enum(['openid', 'profile', 'email']))
    .max(3)
    .optional(),
  /** Passed on to the provider. */
  authorization_params: z
    .strictObject({
      login_hint: z.string().max(254).optional(),
      prompt: z.enum(['login', 'consent', 'select_account']).optional(),
      ui_locales: z.string().max(50).optional(),
    })
    .optional(),
})
export type Connect = z.infer<typeof Connect>
export const ConnectAnswer = z.object({
  connect_uri: z.url(),
  connect_params: z.object({ ticket: z.string() }),
  auth_session: z.string(),
  /** Seconds. */
  expires_in: z.number(),
})

/** Body of POST {host}/me/v1/connected-accounts/complete. */
export const CompleteConnect = z.strictObject({
  auth_session: z.string().max(100),
  connect_code: z.string().max(100),
  redirect_uri: z.string().max(500),
  code_verifier: z.string().min(43).max(128),
})
export type CompleteConnect = z.infer<typeof CompleteConnect>

/** An account at another provider that belongs to the same person. */
export const ConnectedAccount = z.object({
  id: z.string(),
  connection: z.string(),
  access_type: z.literal('offline'),
  scopes: z.array(z.string()),
  created_at: z.iso.datetime(),
  /** How the other provider calls the person. */
  name: z.string().nullable(),
})
export type ConnectedAccount = z.infer<typeof ConnectedAccount>
export const ConnectedAccounts = z.object({ accounts: z.array(ConnectedAccount) })
