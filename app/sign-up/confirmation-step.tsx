import type { SubmissionResult } from '@conform-to/react'
import type { Order } from '../../contracts/order.ts'
import type { SignUpFlow } from '../../contracts/sign-up.ts'
import { EmptyBench } from '../frame/empty-bench.tsx'
import { Link } from '../frame/link.tsx'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import type { OrderStage } from './order-stage.ts'
import { OrderState } from './order-state.tsx'
import { type Introduction, WhatIsNext, type WhatIsNextProps } from './what-is-next.tsx'
import './onboarding.css'
import './order.css'
import './end.css'
import './sign-up.css'

interface ConfirmationStepProps {
  loaded: {
    flow: SignUpFlow
    /** Path of the page. */
    address: string
    order: Order | null
    stage: OrderStage | null
    refreshes: boolean
    email: string
    isSignedIn: boolean
    isNewAccount: boolean
    open: paths.SignUpStep | null
    canResend: boolean
    person: WhatIsNextProps['person']
    hasPhoto: boolean
    introductions: Introduction[]
  }
  answered: SubmissionResult | undefined
}

/** The end of a sign-up; without an order it says nothing of anybody's (R14). */
export function ConfirmationStep({ loaded, answered }: ConfirmationStepProps) {
  const t = useTranslate()
  const locale = useLocale()
  const { order, stage, refreshes, open, email, isSignedIn, isNewAccount, canResend } = loaded
  const { flow, address } = loaded
  if (!order || !stage)
    return (
      <main id="content" className="page">
        <div className="coming">
          <div>
            <h1>{t(`${flow}_confirmation_title`)}</h1>
            <p>{t(open ? 'onboarding_confirmation_open' : 'onboarding_confirmation_none')}</p>
            <p className="actions">
              <Link className="button" to={paths.signUp(locale, flow, open ?? 'start')}>
                {t(open ? 'onboarding_confirmation_go_on' : `${flow}_start_title`)}
              </Link>
            </p>
          </div>
          <EmptyBench />
        </div>
      </main>
    )
  return (
    <main id="content" className="page onboarding narrow">
      <p className="hint">{t('onboarding_order_number', { number: order.number })}</p>
      <h1>{t(`onboarding_order_${stage}_title`, { name: order.name[locale] })}</h1>
      {stage === 'done' ? (
        <WhatIsNext
          order={order}
          person={loaded.person}
          hasPhoto={loaded.hasPhoto}
          email={email}
          isSignedIn={isSignedIn}
          isNewAccount={isNewAccount}
          canResend={canResend}
          introductions={loaded.introductions}
          answered={answered}
        />
      ) : (
        <OrderState order={order} stage={stage} />
      )}
      {stage === 'pending' && isNewAccount && !isSignedIn && (
        <>
          <h2>{t('onboarding_next_meanwhile')}</h2>
          <ol className="next-steps">
            <li>
              <h3>{t('onboarding_next_confirm')}</h3>
              <p>{t('onboarding_next_confirm_text', { email })}</p>
            </li>
          </ol>
        </>
      )}
      {refreshes && (
        <p className="hint refreshes">
          {t('onboarding_refreshes')} <a href={`${address}?still=1`}>{t('onboarding_refreshes_stop')}</a>
        </p>
      )}
    </main>
  )
}
