import type { loader as rootLoader } from '../../root.tsx'
import { contentMeta, ContentPageMain } from '../../frame/content-page.tsx'
import type { Route } from './+types/course'
import { coursePage } from '../../events/load-events.server.tsx'

/** One course with its dates. */
export function loader(args: Route.LoaderArgs) {
  return coursePage(args)
}

export function headers({ loaderHeaders, errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? loaderHeaders
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const root = matches[0]?.loaderData as Awaited<ReturnType<typeof rootLoader>> | undefined
  return contentMeta(loaderData, root?.space.name ?? '', root?.config.publicUrl ?? '')
}

export default function CourseRoute({ loaderData }: Route.ComponentProps) {
  return <ContentPageMain page={loaderData} />
}
