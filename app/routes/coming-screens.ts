import type { Locale } from '../i18n/locale.ts'
import * as paths from '../paths.ts'

/** A screen to come; its texts are `{texts}_title`, `{texts}_coming` and `{texts}_action`. */
interface ComingScreen {
  texts: `${'me' | 'onboarding' | 'team'}_${string}`
  /** Address of its button. */
  next: (locale: Locale) => string
  /** Address in the sitemap. */
  listedAt?: (locale: Locale) => string
  /** Route guards, asked in this order (R11, R13). */
  guards?: readonly string[]
}

/** The screens to come (R5, R10 to R13) by route id. */
export const comingScreens = {
  'me/course': { texts: 'me_course', next: paths.events },
  'me/invoices': { texts: 'me_invoices', next: (locale) => paths.me(locale, 'credits') },
  'me/packages': { texts: 'me_packages', next: paths.onboarding },
  'me/trainings': { texts: 'me_trainings', next: paths.events },
  'me/team': { texts: 'me_team', next: paths.team },
  'me/packagesTeam': { texts: 'me_packages_team', next: paths.team },
  'onboarding/start': {
    texts: 'onboarding_start',
    next: paths.machines,
    listedAt: paths.onboarding,
  },
  'onboarding/contact': {
    texts: 'onboarding_contact',
    next: paths.onboarding,
    guards: ['onboarding-start'],
  },
  'onboarding/image': {
    texts: 'onboarding_image',
    next: paths.onboarding,
    guards: ['onboarding-start', 'onboarding-contact'],
  },
  'onboarding/payment': {
    texts: 'onboarding_payment',
    next: paths.onboarding,
    guards: ['onboarding-start', 'onboarding-contact', 'onboarding-image'],
  },
  'onboarding/confirmation': { texts: 'onboarding_confirmation', next: paths.onboarding },
  'team/start': { texts: 'team_start', next: paths.home, listedAt: paths.team },
  'team/user': { texts: 'team_user', next: paths.team },
  'team/contact': { texts: 'team_contact', next: paths.team, guards: ['team-user'] },
  'team/payment': { texts: 'team_payment', next: paths.team, guards: ['team-user', 'team-contact'] },
  'team/confirmation': { texts: 'team_confirmation', next: paths.team },
} as const satisfies Record<string, ComingScreen>

export type ComingId = keyof typeof comingScreens
