import type { RouterContextProvider } from 'react-router'
import type { DeclarationReceipt } from '../../contracts/declaration.ts'
import { servicesOf } from '../context.ts'
import { upstreamFailure } from '../errors/upstream.ts'
import { localeOf } from '../i18n/locale.ts'

interface Asked {
  request: Request
  url: URL
  context: Readonly<RouterContextProvider>
}

/** Whether a part of an address may be the secret of a link to a declaration. */
export const isToken = (text: string) => /^[\w-]{43}$/.test(text)

/** Returns the declaration behind a secret address; null when there is none any more. */
export async function readReceipt(
  { request, url, context }: Asked,
  token: string,
): Promise<DeclarationReceipt | null> {
  if (!isToken(token)) return null
  const services = servicesOf(context)
  return services
    .backendFor(request, localeOf(url.pathname))
    .declarationReceipt({ token })
    .catch(upstreamFailure(services, url))
}
