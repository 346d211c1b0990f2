import { z } from 'zod'
import { Problem } from '../../contracts/problem.ts'

/** The e-mail behind a token, null when the provider knows none. @throws Problem `upstreamUnavailable` */
export type Userinfo = (
  token: string,
  subject: string,
) => Promise<{ email: string; emailVerified: boolean } | null>

const Claims = z.object({
  sub: z.string(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
})
const remembered = 10_000

/**
 * Asks a provider's /userinfo for tokens without e-mail claims (A11): once per subject, until the
 * address is verified. At most 10,000 subjects are remembered.
 * @param options.url the `userinfo_endpoint` of the provider
 */
export function createUserinfo({ url, fetch }: { url: string; fetch: typeof globalThis.fetch }): Userinfo {
  const known = new Map<string, { email: string; emailVerified: boolean }>()
  return async (token, subject) => {
    const before = known.get(subject)
    if (before) return before
    const claims = await ask(token)
    // OpenID Connect Core 5.3.2: a response about another subject must not be used.
    if (claims.sub !== subject || !claims.email) return null
    const found = { email: claims.email, emailVerified: claims.email_verified === true }
    if (found.emailVerified) remember(subject, found)
    return found
  }

  async function ask(token: string): Promise<z.infer<typeof Claims>> {
    try {
      const response = await fetch(url, {
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(3000),
      })
      if (!response.ok) throw new Error(`userinfo answered ${response.status}`)
      return Claims.parse(await response.json())
    } catch (cause) {
      throw new Problem('upstreamUnavailable', { cause })
    }
  }

  function remember(subject: string, found: { email: string; emailVerified: boolean }): void {
    if (known.size >= remembered) known.delete(known.keys().next().value ?? '')
    known.set(subject, found)
  }
}
