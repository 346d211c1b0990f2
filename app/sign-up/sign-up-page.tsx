import type { ReactNode } from 'react'
import type { SignUp, SignUpFlow } from '../../contracts/sign-up.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import { type Choice, ChoiceBlock } from './choice.tsx'
import { type Step, Steps } from './steps.tsx'
import './onboarding.css'
import './steps.css'

interface SignUpPageProps {
  /** Default: `onboarding`. */
  flow?: SignUpFlow
  step: Step
  done: SignUp['done'] | null
  title: MessageKey
  /** There is nothing to order here: the steps are not shown. */
  hasNoSteps?: boolean
  /** What was chosen so far, shown beside the form. */
  choice?: Choice | null
  /** Stands beside the form in its place. */
  aside?: ReactNode
  children: ReactNode
}

/** A step of a sign-up: where it stands, its form, and beside it what was chosen. */
export function SignUpPage(props: SignUpPageProps) {
  const { flow = 'onboarding', step, done, title, hasNoSteps = false, choice = null, aside, children } = props
  const t = useTranslate()
  return (
    <main id="content" className="page onboarding">
      {!hasNoSteps && <Steps flow={flow} current={step} done={done} isChosen={choice !== null} />}
      <h1>{t(title)}</h1>
      <div className="onboarding-columns">
        <div className="onboarding-form">{children}</div>
        {choice ? <ChoiceBlock flow={flow} choice={choice} /> : aside}
      </div>
    </main>
  )
}
