import { Link } from '../frame/link.tsx'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { NoTeam } from './no-team.tsx'
import { MissingTicket } from './ticket.tsx'

/** The text of each screen, and a link to what can be seen without a membership. */
const texts = {
  bookings: { text: 'me_bookings_none', to: paths.machines, label: 'me_bookings_none_action' },
  credits: { text: 'me_credits_none_yet', to: paths.membership, label: 'me_packages_action' },
  packages: { text: 'me_no_membership', to: paths.membership, label: 'me_packages_action' },
  trainings: { text: 'me_trainings_none_yet', to: paths.workshops, label: 'me_steps_training_action' },
} as const satisfies Record<string, { text: MessageKey; to: (locale: Locale) => string; label: MessageKey }>

/** Fills a screen of the member area for an account without membership, below its title. */
export default function NoMembershipScreen({ screen }: { screen: keyof typeof texts | 'team' }) {
  return screen === 'team' ? <NoTeam /> : <Missing screen={screen} />
}

function Missing({ screen }: { screen: keyof typeof texts }) {
  const locale = useLocale()
  const t = useTranslate()
  const { text, to, label } = texts[screen]
  return (
    <>
      <MissingTicket />
      <p>{t(text)}</p>
      <div className="me-actions">
        <Link className="button" to={paths.onboarding(locale)}>
          {t('me_session_join')}
        </Link>
        <Link className="button quiet" to={to(locale)}>
          {t(label)}
        </Link>
      </div>
    </>
  )
}
