import { localeOf } from './locale.ts'
import { type MessageKey, translate } from './messages.ts'

interface TitleArgs {
  location: { pathname: string }
  /** The first one is the root, whose loader read the space. */
  matches: readonly ({ loaderData?: unknown } | undefined)[]
}

/** The `meta` of a screen whose title is one text. */
export function titled(key: MessageKey) {
  return ({ location, matches }: TitleArgs) => [
    { title: fullTitle(translate(localeOf(location.pathname), key), spaceNameOf(matches)) },
  ]
}

/** Returns a page's title as the browser shows it: it ends with the name of the space, where that is known. */
export function fullTitle(title: string, spaceName: string): string {
  return spaceName === '' || title.endsWith(spaceName) ? title : `${title} – ${spaceName}`
}

/** Returns the name of the space from the matches of a page; '' where the root's loader failed. */
function spaceNameOf(matches: TitleArgs['matches']): string {
  const root = matches[0]?.loaderData as { space: { name: string } } | undefined
  return root?.space.name ?? ''
}
