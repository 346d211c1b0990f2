import { upstreamFailure } from '../../errors/upstream.ts'
import { servicesOf } from '../../context.ts'
import { visitorOf } from '../../sign-up/visitor.server.ts'
import type { Route } from './+types/photo'

/** The photo of the visitor's own sign-up. */
export async function loader({ request, url, context }: Route.LoaderArgs): Promise<Response> {
  const { backend, signUp } = await visitorOf({ request, url, context })
  const photo = signUp && (await backend.signUpPhoto().catch(upstreamFailure(servicesOf(context), url)))
  if (!photo) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  return new Response(Buffer.from(photo.jpeg, 'base64'), {
    headers: { 'content-type': 'image/jpeg', 'cache-control': 'no-store' },
  })
}
