import * as openid from 'openid-client'

export interface SecondProviderOptions {
  /** Its name: what apps call the connection. */
  name: string
  issuer: string
  clientId: string
  clientSecret: string
}

/** What the browser must bring back. */
interface Expected {
  state: string
  nonce: string
  codeVerifier: string
}

interface Leaving extends Expected {
  redirectUri: string
  scopes: string
  parameters: Record<string, string>
}

export type SecondProvider = ReturnType<typeof createSecondProvider>

const timeoutSeconds = 10

/** A second OpenID provider, found by its issuer (OpenID Connect Discovery) at the first use. */
export function createSecondProvider({ name, issuer, clientId, clientSecret }: SecondProviderOptions) {
  let found: Promise<openid.Configuration> | null = null

  async function discover(): Promise<openid.Configuration> {
    const url = new URL(issuer)
    // The configuration allows http on this machine only.
    const execute = url.protocol === 'http:' ? [openid.allowInsecureRequests] : []
    const options = { execute, timeout: timeoutSeconds }
    return openid.discovery(url, clientId, clientSecret, undefined, options)
  }

  async function configuration(): Promise<openid.Configuration> {
    found ??= discover()
    try {
      return await found
    } catch (error) {
      found = null
      throw error
    }
  }

  return {
    name,

    /** Returns the address at which somebody signs in there. @throws while it cannot be reached */
    async addressOf({ redirectUri, scopes, parameters, state, nonce, codeVerifier }: Leaving): Promise<URL> {
      return openid.buildAuthorizationUrl(await configuration(), {
        ...parameters,
        redirect_uri: redirectUri,
        scope: scopes,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
    },

    /**
     * Returns who signed in there.
     * @param address to which the provider has sent the browser
     * @throws AuthorizationResponseError when somebody refused there, other errors for what is wrong or away
     */
    async personAt(
      address: URL,
      { state, nonce, codeVerifier }: Expected,
    ): Promise<{ subject: string; name: string | null }> {
      const tokens = await openid.authorizationCodeGrant(await configuration(), address, {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('an answer without an ID token')
      const shown = claims['email'] ?? claims['name'] ?? claims['preferred_username']
      return { subject: claims.sub, name: typeof shown === 'string' ? shown.slice(0, 254) : null }
    },
  }
}

/** The code of an answer in which the provider refuses; null for any other failure. */
export function refusalCode(error: unknown): string | null {
  return error instanceof openid.AuthorizationResponseError ? error.error : null
}
