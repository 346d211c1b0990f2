import type { SignUp, SignUpFlow } from '../../contracts/sign-up.ts'
import { Link } from '../frame/link.tsx'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'

const steps = {
  onboarding: ['start', 'contact', 'image', 'payment'],
  team: ['start', 'user', 'contact', 'payment'],
} as const
export type Step = (typeof steps)[SignUpFlow][number]

interface StepsProps {
  flow: SignUpFlow
  current: Step
  done: SignUp['done'] | null
  /** A package is chosen, although nothing is stored yet. */
  isChosen: boolean
}

/** Where a sign-up stands: numbered parts along a dimension line. Steps that are open are links. */
export function Steps({ flow, current, done, isChosen }: StepsProps) {
  const t = useTranslate()
  const locale = useLocale()
  const all: readonly Step[] = steps[flow]
  const number = all.indexOf(current) + 1
  // A team is chosen together with its account.
  const isDone = (step: Step) =>
    done !== null && step !== 'payment'
      ? done[step === 'user' ? 'start' : step]
      : isChosen && step === 'start' && current !== 'start'
  const isOpen = (step: Step) => done !== null && all.slice(0, all.indexOf(step)).every(isDone)
  return (
    <nav className="sign-up-steps" aria-label={t('onboarding_steps')}>
      <p className="hint">{t('onboarding_step', { number, count: all.length })}</p>
      <ol>
        {all.map((step, index) => (
          <li key={step} className={isDone(step) ? 'done' : undefined}>
            {step === current ? (
              <span aria-current="step">
                <b aria-hidden="true">{index + 1}</b>
                <span>{t(`onboarding_step_${step}`)}</span>
              </span>
            ) : isOpen(step) ? (
              <Link to={paths.signUp(locale, flow, step)}>
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
