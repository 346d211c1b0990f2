import { StoryPage } from '../blocks/story-page.tsx'
import { servicesOf } from '../context.ts'
import type { loader as rootLoader } from '../root.tsx'
import { isPageAddress, validateRoute } from '../shell/validate-route.ts'
import type { Route } from './+types/content'
import { contentMeta, contentPage } from './content-page.ts'

export const middleware = [validateRoute(isPageAddress)]

/** Every address that no screen has: pages of the content service (specification section 2). */
export function loader({ url, context }: Route.LoaderArgs) {
  return contentPage(url.pathname, servicesOf(context))
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const root = matches[0]?.loaderData as Awaited<ReturnType<typeof rootLoader>> | undefined
  return contentMeta(loaderData, root?.space.name ?? '', root?.config.publicUrl ?? '')
}

export default function Content({ loaderData }: Route.ComponentProps) {
  return <StoryPage page={loaderData} />
}
