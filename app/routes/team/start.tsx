import { useState } from 'react'
import { uncached } from '../../delivery/cacheable.ts'
import { listed } from '../../frame/content-page.tsx'
import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import * as paths from '../../paths.ts'
import { AlreadyHas } from '../../sign-up/already-has.tsx'
import { SignUpPage } from '../../sign-up/sign-up-page.tsx'
import { PackageChoice } from '../../sign-up/start-form.tsx'
import { loadStart } from '../../sign-up/start-step.server.ts'
import { useAssertion } from '../../sign-up/use-assertion.ts'
import '../../sign-up/choices.css'
import type { Route } from './+types/start'

export const handle = { app: true }

/** The page knows what the visitor chose before. */
export const headers: Route.HeadersFunction = () => uncached

export const meta = listed('team_start_title', 'team_start_description', paths.team)

export const loader = (args: Route.LoaderArgs) => loadStart(args, 'team')

/** What a team gets and costs, and the first choice: how large it is (R12). */
export default function TeamStart({ loaderData: { packages, chosen, signUp } }: Route.ComponentProps) {
  const t = useTranslate()
  const locale = useLocale()
  const team = useAssertion()?.team ?? null
  const [wantsAnother, setWantsAnother] = useState(false)
  // Whoever has a seat may order a team of their own; an order of an owner is refused.
  const isHidden = team !== null && signUp?.flow !== 'team' && !wantsAnother
  const { item } = signUp ?? {}
  const picked = item?.kind === 'team' ? item.package : (chosen ?? packages[0]?.id)
  return (
    <SignUpPage
      flow="team"
      step="start"
      done={signUp?.flow === 'team' ? signUp.done : null}
      title={isHidden ? 'team_start_has_title' : 'team_start_title'}
      hasNoSteps={isHidden}
      aside={isHidden ? null : <HowItWorks />}
    >
      {!isHidden && <p className="lead">{t('team_start_lead')}</p>}
      {team && (
        <AlreadyHas
          text={t('team_start_has_team')}
          link={{ to: paths.me(locale, 'team'), label: t('me_team_title') }}
          another={
            team === 'member' && signUp?.flow !== 'team'
              ? {
                  label: t('team_start_another'),
                  isOpen: wantsAnother,
                  onToggle: () => setWantsAnother(!wantsAnother),
                }
              : null
          }
        />
      )}
      {packages.length === 0 ? (
        <p className="notice">{t('team_start_none')}</p>
      ) : (
        <form method="get" action={paths.team(locale, 'user')} className="start-form" hidden={isHidden}>
          <fieldset>
            <legend>{t('team_start_packages')}</legend>
            <div className="choices">
              {packages.map((each, index) => (
                <PackageChoice
                  key={each.id}
                  form="start"
                  picked={String(picked)}
                  offer={each}
                  isFirst={index === 0}
                />
              ))}
            </div>
          </fieldset>
          <button type="submit" className="button next">
            {t('team_start_next')}
          </button>
        </form>
      )}
    </SignUpPage>
  )
}

/** Tells how seats, credits and the invoice work before anybody types anything. */
function HowItWorks() {
  const t = useTranslate()
  return (
    <aside className="choice-block need-block" aria-labelledby="need-block">
      <h2 id="need-block">{t('team_start_how')}</h2>
      <ul>
        <li>{t('team_start_how_seats')}</li>
        <li>{t('team_start_how_invite')}</li>
        <li>{t('team_start_how_credits')}</li>
        <li>{t('team_start_how_invoice')}</li>
        <li>{t('team_start_how_country')}</li>
      </ul>
    </aside>
  )
}
