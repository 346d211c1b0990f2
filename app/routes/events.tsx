import type { loader as rootLoader } from '../root.tsx'
import type { Route } from './+types/events'
import { contentMeta, ContentPageMain } from '../frame/content-page.tsx'
import { eventsPage } from '../events/load-events.server.tsx'

/** All dates of courses and events. Works without JavaScript. */
export function loader(args: Route.LoaderArgs) {
  return eventsPage(args)
}

export function headers({ loaderHeaders, errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? loaderHeaders
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const root = matches[0]?.loaderData as Awaited<ReturnType<typeof rootLoader>> | undefined
  return contentMeta(loaderData?.page, root?.space.name ?? '', root?.config.publicUrl ?? '')
}

export default function Events({ loaderData }: Route.ComponentProps) {
  return <ContentPageMain page={loaderData.page} />
}
