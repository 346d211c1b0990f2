import type { SignUp } from '../../contracts/sign-up.ts'
import { Link } from '../frame/link.tsx'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'

const steps = ['start', 'contact', 'image', 'payment'] as const
export type Step = (typeof steps)[number]

/** Where a sign-up stands: numbered parts along a dimension line. Steps that are open are links. */
export function Steps({ current, done }: { current: Step; done: SignUp['done'] | null }) {
  const t = useTranslate()
  const locale = useLocale()
  const number = steps.indexOf(current) + 1
  const isOpen = (step: Step) =>
    done !== null &&
    steps.slice(0, steps.indexOf(step)).every((before) => before === 'payment' || done[before])
  return (
    <nav className="sign-up-steps" aria-label={t('onboarding_steps')}>
      <p className="hint">{t('onboarding_step', { number, count: steps.length })}</p>
      <ol>
        {steps.map((step, index) => (
          <li key={step} className={step !== 'payment' && done?.[step] ? 'done' : undefined}>
            {step === current ? (
              <span aria-current="step">
                <b aria-hidden="true">{index + 1}</b>
                <span>{t(`onboarding_step_${step}`)}</span>
              </span>
            ) : isOpen(step) ? (
              <Link to={paths.onboarding(locale, step)}>
                <b aria-hidden="true">{index + 1}</b>
                <span>{t(`onboarding_step_${step}`)}</span>
              </Link>
            ) : (
              <span>
                <b aria-hidden="true">{index + 1}</b>
                <span>{t(`onboarding_step_${step}`)}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
