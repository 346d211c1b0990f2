import { useRouteLoaderData, useSearchParams } from 'react-router'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { titled } from '../i18n/titled.ts'
import { listed } from '../frame/content-page.tsx'
import { EmptyBench } from '../frame/empty-bench.tsx'
import { Link } from '../frame/link.tsx'
import * as paths from '../paths.ts'
import type { loader as rootLoader } from '../root.tsx'
import type { Route } from './+types/coming'

export const handle = { app: true }

/** A screen to come; its texts are `{texts}_title`, `{texts}_coming` and `{texts}_action`. */
interface ComingScreen {
  texts: `${'me' | 'team'}_${string}`
  /** Address of its button. */
  next: (locale: Locale) => string
  /** People of the space do by hand what the screen will do: its main action is a mail to them. */
  byMail?: true
  /** Address in the sitemap. */
  listedAt?: (locale: Locale) => string
  /** Route guards, asked in this order (R11, R13). */
  guards?: readonly string[]
}

/** The screens to come (R5, R10 to R13) by route id. */
export const comingScreens = {
  'me/trainings': { texts: 'me_trainings', next: (locale) => paths.page(locale, 'events') },
  'me/team': { texts: 'me_team', next: paths.team, byMail: true },
  'me/packagesTeam': { texts: 'me_packages_team', next: paths.team, byMail: true },
  'team/start': { texts: 'team_start', next: paths.home, byMail: true, listedAt: paths.team },
  'team/user': { texts: 'team_user', next: paths.team },
  'team/contact': { texts: 'team_contact', next: paths.team, guards: ['team-user'] },
  'team/payment': { texts: 'team_payment', next: paths.team, guards: ['team-user', 'team-contact'] },
  'team/confirmation': { texts: 'team_confirmation', next: paths.team },
} as const satisfies Record<string, ComingScreen>

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
  const { id, texts, next, ...screen } = screenOf(matches)
  const email = useRouteLoaderData<typeof rootLoader>('root')?.space.email
  const writes = 'byMail' in screen && Boolean(email)
  const coming = (
    <div className="coming">
      <div>
        <h1>{t(`${texts}_title`)}</h1>
        <p>{t(`${texts}_coming`)}</p>
        <p className="actions">
          {writes && <WriteButton email={email ?? ''} subject={t(`${texts}_title`)} />}
          <Link className={writes ? 'button quiet' : 'button'} to={next(locale)}>
            {t(`${texts}_action`)}
          </Link>
        </p>
      </div>
      <EmptyBench />
    </div>
  )
  // The member area has a `main` around all its screens.
  if (id.startsWith('me/')) return coming
  return (
    <main id="content" className="page">
      {coming}
    </main>
  )
}

/** Opens a mail to the space; `?package=Plus` in the address, as the buttons of packages set it, goes into the subject. */
function WriteButton({ email, subject }: { email: string; subject: string }) {
  const t = useTranslate()
  const [query] = useSearchParams()
  const chosen = query.get('package')
  const about = chosen ? `${subject}: ${chosen}` : subject
  return (
    <a className="button" href={`mailto:${email}?subject=${encodeURIComponent(about)}`}>
      {t('coming_write')}
    </a>
  )
}

function screenOf(matches: readonly ({ id: string } | undefined)[]) {
  const id = matches.at(-1)?.id as keyof typeof comingScreens
  return { id, ...comingScreens[id] }
}
