import { useState } from 'react'
import { signUpDays } from '../../../contracts/sign-up.ts'
import { uncached } from '../../delivery/cacheable.ts'
import { listed } from '../../frame/content-page.tsx'
import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import * as paths from '../../paths.ts'
import { AlreadyHas } from '../../sign-up/already-has.tsx'
import { BeginAnew } from '../../sign-up/begin-anew.tsx'
import { SignUpPage } from '../../sign-up/sign-up-page.tsx'
import { StartForm } from '../../sign-up/start-form.tsx'
import { useAssertion } from '../../sign-up/use-assertion.ts'
import { loadStart, storeStart } from '../../sign-up/start-step.server.ts'
import '../../sign-up/choices.css'
import type { Route } from './+types/start'

export const handle = { app: true }

/** The page holds what the visitor chose before. */
export const headers: Route.HeadersFunction = () => uncached

export const meta = listed('onboarding_start_title', 'onboarding_start_description', paths.onboarding)

export const loader = (args: Route.LoaderArgs) => loadStart(args, 'onboarding')

export const action = (args: Route.ActionArgs) => storeStart(args, 'onboarding')

/** The first step: which package, and whose account (R10). */
export default function OnboardingStart({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const locale = useLocale()
  const assertion = useAssertion()
  const { signUp, isTooOld } = loaderData
  const [wantsAnother, setWantsAnother] = useState(false)
  // Whoever has a package mostly wants to change it.
  const canHide = Boolean(assertion?.hasPackage && !signUp && !actionData)
  const isHidden = canHide && !wantsAnother
  return (
    <SignUpPage
      step="start"
      done={signUp?.done ?? null}
      title={isHidden ? 'onboarding_has_title' : 'onboarding_start_title'}
      hasNoSteps={isHidden}
      aside={isHidden ? null : <WhatYouNeed age={loaderData.minimumAge} />}
    >
      {!isHidden && <p className="lead">{t('onboarding_start_lead', { days: signUpDays })}</p>}
      {isTooOld && (
        <p className="notice" role="status">
          {t('onboarding_too_old', { days: signUpDays })}
        </p>
      )}
      {assertion?.hasPackage && (
        <AlreadyHas
          text={t('onboarding_has_package')}
          link={{ to: paths.me(locale, 'packages'), label: t('me_packages_title') }}
          another={
            canHide
              ? {
                  label: t('onboarding_another_package'),
                  isOpen: wantsAnother,
                  onToggle: () => setWantsAnother(!wantsAnother),
                }
              : null
          }
        />
      )}
      <div hidden={isHidden}>
        <StartForm {...loaderData} assertion={assertion} answered={actionData} />
      </div>
      {signUp && <BeginAnew />}
    </SignUpPage>
  )
}

/** Tells the conditions of joining and the ways to pay before the visitor types anything (§ 312j (1) BGB). */
function WhatYouNeed({ age }: { age: number }) {
  const t = useTranslate()
  return (
    <aside className="choice-block need-block" aria-labelledby="need-block">
      <div className="card-drawing" aria-hidden="true" />
      <h2 id="need-block">{t('onboarding_need')}</h2>
      <ul>
        <li>{t('onboarding_need_age', { age })}</li>
        <li>{t('onboarding_need_address')}</li>
        <li>{t('onboarding_need_payment')}</li>
        <li>{t('onboarding_need_photo')}</li>
      </ul>
    </aside>
  )
}
