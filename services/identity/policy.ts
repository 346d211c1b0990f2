import { errors, type Grant, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { connectScopes } from '../../contracts/identity.ts'
import type { Accounts } from './accounts.ts'

/** Space-separated, as OAuth writes them. */
export const scopes = 'openid profile email offline_access'
export const accessTokenSeconds = 600
export const sessionSeconds = 14 * 24 * 60 * 60

/** The audience of Auth0's My Account API, as the SDK derives it from the provider's address. */
export const myAccountOf = (issuer: string) => `${issuer}me/`

/** Where the site may be come back to. @param appOrigins without trailing slash */
export const redirectUris = (appOrigins: string[]) =>
  appOrigins.flatMap((origin) => [`${origin}/me`, `${origin}/`, origin])

/** Scopes of a token for an audience: for the My Account API those of its calls as well. */
function scopesFor(audience: string, issuer: string): string {
  return audience === myAccountOf(issuer) ? `${scopes} ${Object.values(connectScopes).join(' ')}` : scopes
}

/** What a token for the API, or for the My Account API, is: a JWT of ten minutes. */
export function resourceServerOf(audience: string, issuer: string) {
  return {
    scope: scopesFor(audience, issuer),
    audience,
    accessTokenFormat: 'jwt',
    accessTokenTTL: accessTokenSeconds,
    jwt: { sign: { alg: 'RS256' } },
  } as const
}

/** A first party needs no consent. An account that is gone or blocked must sign in; an unverified one is refused. */
export function signInPolicy(accounts: Accounts) {
  const { base, Check } = interactionPolicy
  const policy = base()
  policy.remove('consent')
  const ofSession = (ctx: KoaContextWithOIDC) =>
    ctx.oidc.session?.accountId ? accounts.ofId(ctx.oidc.session.accountId) : undefined
  policy.get('login')?.checks.add(
    new Check('account_usable', 'the account cannot be used', 'login_required', async (ctx) => {
      const account = await ofSession(ctx)
      return account === null || account?.blocked === true
    }),
  )
  policy.get('login')?.checks.add(
    new Check('email_verified', 'verify-mail', 'unauthorized', async (ctx) => {
      const account = await ofSession(ctx)
      // E10: the session may be older than the loss of the confirmation.
      if (account && !account.blocked && !account.emailVerified)
        throw new errors.CustomOIDCProviderError('unauthorized', 'verify-mail')
      return Check.NO_NEED_TO_PROMPT
    }),
  )
  return policy
}

/** Grants everything that this client may ask for, without a question. */
export async function grantAll(ctx: KoaContextWithOIDC): Promise<Grant> {
  const { provider, client, session, account, resourceServers } = ctx.oidc
  const clientId = client?.clientId as string
  const known = session?.grantIdFor(clientId)
  const grant =
    (known && (await provider.Grant.find(known))) ||
    new provider.Grant({ clientId, accountId: account?.accountId })
  grant.addOIDCScope(scopes)
  for (const resource of Object.keys(resourceServers ?? {}))
    grant.addResourceScope(resource, scopesFor(resource, provider.issuer))
  await grant.save()
  return grant
}
