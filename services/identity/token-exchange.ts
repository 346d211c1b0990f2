import { errors, type Provider, type TokenEndpointGrantContext } from 'oidc-provider'
// Made for custom grants; it may change with any version, so the version is exact and the tests cover each call.
import {
  buildTokenResponse,
  checkDpopReplay,
  checkDpopRequired,
  validateDpop,
} from 'oidc-provider/lib/helpers/grants.js'
import { ticketType, tokenExchange } from '../../contracts/ticket.ts'
import type { Accounts } from './accounts.ts'
import { findAccount } from './claims.ts'
import { resourceServerOf, scopes } from './policy.ts'

const parameters = ['subject_token', 'subject_token_type', 'scope', 'audience'] as const
type Parameters = Partial<Record<(typeof parameters)[number], string>>

/**
 * Adds the grant by which the link of a verification mail signs in (RFC 8693): takes a session ticket, once, for an
 * access token and an ID token. It issues no refresh token: the SDK renews by the provider's session, which the same
 * link has begun.
 */
export function addTokenExchange(provider: Provider, accounts: Accounts, audience: string): void {
  provider.registerGrantType<Parameters>(
    tokenExchange,
    async (ctx) => {
      const ticket = ticketOf(ctx, audience)
      const { client } = ctx.oidc
      const proof = await validateDpop(provider, ctx)
      checkDpopRequired(provider, ctx, proof)
      const accountId = await accounts.useSession(ticket)
      const account = accountId === null ? undefined : await findAccount(accounts, accountId)
      if (!account) throw new errors.InvalidGrant('the ticket is not valid')
      ctx.oidc.entity('Account', account)

      const scope = grantedScope(ctx.oidc.params.scope)
      const grant = new provider.Grant({ clientId: client.clientId, accountId: account.accountId })
      grant.addOIDCScope(scope)
      grant.addResourceScope(audience, scope)
      const grantId = await grant.save()
      ctx.oidc.entity('Grant', grant)

      const token = new provider.AccessToken({
        accountId: account.accountId,
        client,
        grantId,
        gty: 'token_exchange',
        scope,
      })
      token.resourceServer = new provider.ResourceServer(
        audience,
        resourceServerOf(audience, provider.issuer),
      )
      if (proof) {
        await checkDpopReplay(provider, ctx, proof, client.clientId)
        token.setThumbprint('jkt', proof.thumbprint)
      }
      ctx.oidc.entity('AccessToken', token)
      const idToken = new provider.IdToken(account.claims(), { ctx })
      // The types lack the property.
      Object.assign(idToken, { scope })
      ctx.body = buildTokenResponse(provider, {
        accessToken: await token.save(),
        expiresIn: token.expiration,
        idToken: await idToken.issue({ use: 'idtoken' }),
        issuedTokenType: 'urn:ietf:params:oauth:token-type:access_token',
        scope,
        tokenType: token.tokenType,
      })
    },
    parameters,
  )
}

/** Returns the ticket of a request. @throws what OAuth says of a wrong parameter */
function ticketOf({ oidc }: TokenEndpointGrantContext<Parameters>, ours: string): string {
  const { subject_token: ticket, subject_token_type: type, audience = ours } = oidc.params
  if (!ticket) throw new errors.InvalidRequest("missing required parameter 'subject_token'")
  if (type !== ticketType) throw new errors.InvalidRequest("unsupported 'subject_token_type'")
  if (audience !== ours) throw new errors.InvalidTarget()
  return ticket
}

/** Returns those of the requested scopes that this provider knows; at least `openid`, since the SDK needs an ID token. */
function grantedScope(requested = ''): string {
  const asked = new Set(requested.split(' '))
  const granted = scopes.split(' ').filter((scope) => scope !== 'offline_access' && asked.has(scope))
  return granted.includes('openid') ? granted.join(' ') : ['openid', ...granted].join(' ')
}
