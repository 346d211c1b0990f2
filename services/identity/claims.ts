import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Account, Accounts } from './accounts.ts'

/** Claims by the scope that asks for them. */
export const claimsOfScopes: Record<string, string[]> = {
  openid: ['sub'],
  profile: ['name', 'nickname', 'locale', 'updated_at'],
  email: ['email', 'email_verified'],
}

/** Returns the account of a session or token as oidc-provider expects it; undefined when it is gone or blocked. */
export async function findAccount(accounts: Accounts, id: string) {
  const account = await accounts.ofId(id)
  if (!account || account.blocked) return undefined
  return { accountId: id, claims: () => claimsOf(account) }
}

function claimsOf(account: Account) {
  return {
    sub: account.id,
    name: account.name,
    nickname: account.email.split('@')[0],
    locale: account.locale,
    updated_at: Math.floor(account.updatedAt.getTime() / 1000),
    email: account.email,
    email_verified: account.emailVerified,
  }
}

/** Claims of an access token besides the subject. */
export async function emailClaims(ctx: KoaContextWithOIDC) {
  const claims = await ctx.oidc.account?.claims('id_token', 'email', {}, [])
  return claims && { email: claims.email, email_verified: claims.email_verified }
}
