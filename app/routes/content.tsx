import type { loader as rootLoader } from '../root.tsx'
import { samePage } from '../frame/same-page.ts'
import { isPageAddress, validateRoute } from '../guards/validate-route.ts'
import type { Route } from './+types/content'
import { contentMeta, ContentPageMain } from '../frame/content-page.tsx'
import { contentPage } from './load-content.server.ts'

export const middleware = [validateRoute(isPageAddress)]
export const shouldRevalidate = samePage

/** Every address that no screen has: a page of the content service (R15); `/` is the story `home` (R26). */
export function loader(args: Route.LoaderArgs) {
  return contentPage(args)
}

export function headers({ loaderHeaders, errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? loaderHeaders
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const root = matches[0]?.loaderData as Awaited<ReturnType<typeof rootLoader>> | undefined
  return contentMeta(loaderData, root?.space.name ?? '', root?.config.publicUrl ?? '')
}

export default function Content({ loaderData }: Route.ComponentProps) {
  return <ContentPageMain page={loaderData} />
}
