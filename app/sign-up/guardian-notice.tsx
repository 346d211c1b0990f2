import { Form } from 'react-router'
import type { SignUp } from '../../contracts/sign-up.ts'
import { useTranslate } from '../i18n/messages.ts'

interface GuardianNoticeProps {
  guardian: NonNullable<SignUp['guardian']>
  /** Address at which the page stops reloading by itself; null = it does not. */
  stopsAt: string | null
}

/** The order waits for a guardian: asks for the consent, or says that a mail is on its way. */
export function GuardianNotice({ guardian, stopsAt }: GuardianNoticeProps) {
  const t = useTranslate()
  const { email, wasAsked } = guardian
  return (
    <section className="guardian-notice" aria-labelledby="guardian-notice">
      <h2 id="guardian-notice">{t('onboarding_guardian_title')}</h2>
      <p>{t(wasAsked ? 'onboarding_guardian_asked' : 'onboarding_guardian_ask', { email })}</p>
      {/* Only a document reloads by itself. */}
      <Form method="post" reloadDocument>
        <input type="hidden" name="ask" value="guardian" />
        <button type="submit" className={wasAsked ? 'button quiet' : 'button next'}>
          {t(wasAsked ? 'onboarding_guardian_again' : 'onboarding_guardian_send')}
        </button>
      </Form>
      {wasAsked && (
        <p className="hint">
          {stopsAt ? (
            <>
              {t('onboarding_refreshes')} <a href={stopsAt}>{t('onboarding_refreshes_stop')}</a>
            </>
          ) : (
            t('onboarding_guardian_then')
          )}
        </p>
      )}
    </section>
  )
}
