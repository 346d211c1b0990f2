import '../events/events.css'
import '../events/month.css'
import type { Route } from './+types/events'
import { eventsPage } from '../events/load-events.server.tsx'
import { ContentPageMain, pageMeta } from '../frame/content-page.tsx'

export { pageHeaders as headers } from '../frame/content-page.tsx'

/** All dates of courses and events. Works without JavaScript. */
export function loader(args: Route.LoaderArgs) {
  return eventsPage(args)
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return pageMeta({ loaderData: loaderData?.page, matches })
}

export default function Events({ loaderData }: Route.ComponentProps) {
  return <ContentPageMain page={loaderData.page} />
}
