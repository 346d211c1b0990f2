import { type Locale, useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { titled } from '../i18n/titled.ts'
import { Coming } from '../frame/coming.tsx'
import { listed } from '../frame/listed.ts'
import type { Route } from './+types/coming'
import { type ComingId, comingScreens } from './coming-screens.ts'

export const handle = { app: true }

export function meta(args: Route.MetaArgs) {
  const { id, texts } = screenOf(args.matches)
  const screen = comingScreens[id]
  if (!('listedAt' in screen)) return titled(`${texts}_title`)(args)
  const listedAt: (locale: Locale) => string = screen.listedAt
  return listed(`${texts}_title`, `${texts}_coming`, listedAt)(args)
}

/** A screen to come: its purpose and the next step (R5, R10 to R13). */
export default function ComingScreen({ matches }: Route.ComponentProps) {
  const t = useTranslate()
  const locale = useLocale()
  const { id, texts, next } = screenOf(matches)
  const coming = (
    <Coming
      title={t(`${texts}_title`)}
      text={t(`${texts}_coming`)}
      action={{ label: t(`${texts}_action`), to: next(locale) }}
    />
  )
  // The member area has a `main` around all its screens.
  if (id.startsWith('me/')) return coming
  return (
    <main id="content" className="page">
      {coming}
    </main>
  )
}

function screenOf(matches: readonly ({ id: string } | undefined)[]) {
  const id = matches.at(-1)?.id as ComingId
  return { id, ...comingScreens[id] }
}
