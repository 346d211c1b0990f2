import type { SubmissionResult } from '@conform-to/react'
import type { Offer } from '../../contracts/order.ts'
import type { SignUp } from '../../contracts/sign-up.ts'
import { Link } from '../frame/link.tsx'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { GuardianNotice } from './guardian-notice.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PaymentForm } from './payment-form.tsx'
import { SignUpPage } from './sign-up-page.tsx'
import './order.css'

interface PaymentStepProps {
  loaded: {
    signUp: SignUp
    offer: Offer | null
    later: Offer | null
    shown: string
    email: string | null
    /** The page waits for a guardian, and reloads by itself. */
    refreshes: boolean
    /** Path of the page. */
    address: string
  }
  answered: SubmissionResult | undefined
}

/** The last step of a sign-up: what it costs, how it is paid, and the order. */
export function PaymentStep({ loaded, answered }: PaymentStepProps) {
  const t = useTranslate()
  const locale = useLocale()
  const { signUp, offer, later, shown, email, refreshes, address } = loaded
  const { guardian, flow } = signUp
  return (
    <SignUpPage flow={flow} step="payment" done={signUp.done} title="onboarding_payment_title">
      {offer === null ? (
        <div className="notice error" role="alert">
          <p>{t('onboarding_payment_gone')}</p>
          <Link className="button" to={paths.signUp(locale, flow)}>
            {t('onboarding_choice_change')}
          </Link>
        </div>
      ) : guardian && !guardian.hasAgreed ? (
        <>
          <GuardianNotice guardian={guardian} stopsAt={refreshes ? `${address}?still=1` : null} />
          <OrderSummary offer={offer} email={email} />
        </>
      ) : (
        <>
          {flow === 'team' && !signUp.isSignedIn && (
            <p className="notice">{t('team_payment_invoice_hint')}</p>
          )}
          <PaymentForm
            // A changed offer is another form: what was typed belongs to the old one.
            key={shown}
            shown={shown}
            offer={offer}
            later={later}
            email={email}
            answered={answered}
          />
        </>
      )}
    </SignUpPage>
  )
}
