import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { SecondProviderOptions } from './second-provider.ts'

const client = { clientId: 'werkbank', clientSecret: 'secret-of-werkbank-at-the-second-provider' }

export type SecondDouble = Awaited<ReturnType<typeof startSecondProvider>>

/** A second OpenID provider on localhost, whose sign-in page is a button for each person, and one that refuses. */
export async function startSecondProvider() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Another site than the first provider: `localhost` and this address share no cookies.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let handle: ((req: IncomingMessage, res: ServerResponse) => Promise<void>) | null = null
  server.on('request', (req, res) => void handle?.(req, res))

  /** Lets the client come back to an address. */
  function register(redirectUri: string): void {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: client.clientId,
          client_secret: client.clientSecret,
          redirect_uris: [redirectUri],
        },
      ],
      cookies: { keys: ['test'] },
      claims: { openid: ['sub'], profile: ['name'], email: ['email'] },
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      findAccount: (_, id) => ({
        accountId: id,
        claims: () => ({ sub: id, name: id, email: `${id}@elsewhere.example` }),
      }),
      interactions: { url: (_, { uid }) => `/sign-in/${uid}` },
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({
          clientId: client.clientId,
          accountId: oidc.session?.accountId,
        })
        grant.addOIDCScope('openid profile email')
        await grant.save()
        return grant
      },
    })
    const callback = provider.callback()
    handle = async (req, res) => {
      const url = new URL(req.url ?? '/', issuer)
      if (!url.pathname.startsWith('/sign-in/')) return callback(req, res)
      const as = url.searchParams.get('as')
      if (as === null) {
        const button = (name: string, label: string) => `<button name="as" value="${name}">${label}</button>`
        res.writeHead(200, { 'content-type': 'text/html' })
        return void res.end(`<!doctype html><title>elsewhere</title><form>
          ${button('ada', 'Sign in as ada')}${button('bob', 'Sign in as bob')}${button('', 'Refuse')}</form>`)
      }
      const result = as === '' ? { error: 'access_denied' } : { login: { accountId: as } }
      await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false })
    }
  }

  return {
    issuer,
    connection: { name: 'elsewhere', issuer, ...client } satisfies SecondProviderOptions,
    register,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
