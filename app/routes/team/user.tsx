import { signUpDays } from '../../../contracts/sign-up.ts'
import { uncached } from '../../delivery/cacheable.ts'
import { Link } from '../../frame/link.tsx'
import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import * as paths from '../../paths.ts'
import { choiceOf } from '../../sign-up/choice.tsx'
import { AlreadyHas } from '../../sign-up/already-has.tsx'
import { BeginAnew } from '../../sign-up/begin-anew.tsx'
import { SignUpPage } from '../../sign-up/sign-up-page.tsx'
import { StartForm } from '../../sign-up/start-form.tsx'
import { loadStart, storeStart } from '../../sign-up/start-step.server.ts'
import { useAssertion } from '../../sign-up/use-assertion.ts'
import '../../sign-up/choices.css'
import type { Route } from './+types/user'

export const handle = { app: true }

/** The page holds what the visitor chose before. */
export const headers: Route.HeadersFunction = () => uncached

export const meta = titled('team_user_title')

export const loader = (args: Route.LoaderArgs) => loadStart(args, 'team', { stays: true })

export const action = (args: Route.ActionArgs) => storeStart(args, 'team')

/** The second step: whose account owns the team. It always opens (R12, R14). */
export default function TeamUser({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const assertion = useAssertion()
  const locale = useLocale()
  const { signUp, isTooOld, packages, hasOrder } = loaderData
  const held = signUp?.item.kind === 'team' ? signUp.item.package : null
  const chosen = loaderData.chosen ?? held
  // The order of somebody who owns a team is refused.
  const isOwner = assertion?.team === 'owner'
  const choice =
    chosen === null
      ? null
      : choiceOf({ kind: 'team', package: chosen, ownerTakesSeat: true }, packages, locale)
  return (
    <SignUpPage
      flow="team"
      step="user"
      done={signUp?.flow === 'team' ? signUp.done : null}
      title="team_user_title"
      choice={choice}
    >
      <p className="lead">{t('team_user_lead')}</p>
      {isTooOld && (
        <p className="notice" role="status">
          {t('onboarding_too_old', { days: signUpDays })}
        </p>
      )}
      {hasOrder ? (
        <div className="notice" role="status">
          <p>{t('team_user_ordered')}</p>
          <Link className="button" to={paths.team(locale, 'confirmation')}>
            {t('team_user_to_order')}
          </Link>
        </div>
      ) : (
        <>
          {isOwner && (
            <AlreadyHas
              text={t('team_start_has_team')}
              link={{ to: paths.me(locale, 'team'), label: t('me_team_title') }}
            />
          )}
          {(!isOwner || signUp) && (
            <StartForm
              {...loaderData}
              chosen={chosen}
              isFixed={choice !== null}
              assertion={assertion}
              answered={actionData}
            />
          )}
        </>
      )}
      {signUp && !hasOrder && <BeginAnew />}
    </SignUpPage>
  )
}
