import { EmptyBench } from '../frame/empty-bench.tsx'
import { Link } from '../frame/link.tsx'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { titled } from '../i18n/titled.ts'
import * as paths from '../paths.ts'
import type { Route } from './+types/coming'

export const handle = { app: true }

/** A screen to come; its texts are `{texts}_title`, `{texts}_coming` and `{texts}_action`. */
interface ComingScreen {
  texts: `me_${string}`
  /** Address of its button. */
  next: (locale: Locale) => string
}

/** The screens to come (R5) by route id. */
export const comingScreens = {
  'me/trainings': { texts: 'me_trainings', next: (locale) => paths.page(locale, 'events') },
} as const satisfies Record<string, ComingScreen>

export function meta(args: Route.MetaArgs) {
  return titled(`${screenOf(args.matches).texts}_title`)(args)
}

/** A screen to come: its purpose and the next step (R5). */
export default function ComingScreen({ matches }: Route.ComponentProps) {
  const t = useTranslate()
  const locale = useLocale()
  const { texts, next } = screenOf(matches)
  return (
    <div className="coming">
      <div>
        <h1>{t(`${texts}_title`)}</h1>
        <p>{t(`${texts}_coming`)}</p>
        <p className="actions">
          <Link className="button" to={next(locale)}>
            {t(`${texts}_action`)}
          </Link>
        </p>
      </div>
      <EmptyBench />
    </div>
  )
}

function screenOf(matches: readonly ({ id: string } | undefined)[]) {
  return comingScreens[matches.at(-1)?.id as keyof typeof comingScreens]
}
