import type { loader as rootLoader } from '../root.tsx'
import { samePage } from '../frame/same-page.ts'
import type { Route } from './+types/home'
import { contentMeta, ContentPageMain } from '../frame/content-page.tsx'
import { contentPage } from './load-content.server.ts'

export const shouldRevalidate = samePage

/** The home page: the story `home` (decision 23). */
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

export default function Home({ loaderData }: Route.ComponentProps) {
  return <ContentPageMain page={loaderData} />
}
