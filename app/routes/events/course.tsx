import { ContentPageMain } from '../../frame/content-page.tsx'
import '../../events/events.css'
import '../../events/course.css'
import type { Route } from './+types/course'
import { coursePage } from '../../events/load-events.server.tsx'

export { pageHeaders as headers, pageMeta as meta } from '../../frame/content-page.tsx'

/** One course with its dates. */
export function loader(args: Route.LoaderArgs) {
  return coursePage(args)
}

export default function CourseRoute({ loaderData }: Route.ComponentProps) {
  return <ContentPageMain page={loaderData} />
}
