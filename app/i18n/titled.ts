import { localeOf } from './locale.ts'
import { type MessageKey, translate } from './messages.ts'

/** The `meta` of a screen whose title is one text. */
export function titled(key: MessageKey) {
  return ({ location }: { location: { pathname: string } }) => [
    { title: translate(localeOf(location.pathname), key) },
  ]
}
