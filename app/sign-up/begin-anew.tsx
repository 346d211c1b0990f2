import { Form } from 'react-router'
import { useTranslate } from '../i18n/messages.ts'

/** The way out of a sign-up that somebody else may have begun on this device. */
export function BeginAnew() {
  const t = useTranslate()
  return (
    <Form method="post" className="other-way">
      <input type="hidden" name="do" value="anew" />
      <button type="submit" className="button quiet">
        {t('onboarding_anew')}
      </button>
      <p className="hint">{t('onboarding_anew_hint')}</p>
    </Form>
  )
}
