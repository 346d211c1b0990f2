import { type FormEvent, useState } from 'react'
import { createBackendClient } from '../../clients/backend.ts'
import { errorMessage } from '../../clients/store-error.ts'
import { useConfig } from '../live/use-config.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'

type Result = { kind: 'idle' | 'busy' | 'done' | 'invalid' } | { kind: 'failed'; message: string }

/** Asks for the address and sends the verification mail again; the answer is the same for every address. */
export function ResendVerification() {
  const t = useTranslate()
  const locale = useLocale()
  const { backendUrl } = useConfig()
  const [result, setResult] = useState<Result>({ kind: 'idle' })

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const input = event.currentTarget.elements.namedItem('email') as HTMLInputElement
    if (!input.checkValidity()) {
      setResult({ kind: 'invalid' })
      input.focus()
      return
    }
    setResult({ kind: 'busy' })
    const backend = createBackendClient({
      baseUrl: backendUrl,
      locale,
      fetch: (request) => fetch(request),
    })
    try {
      await backend.resendVerification(input.value)
      setResult({ kind: 'done' })
    } catch (error) {
      setResult({ kind: 'failed', message: errorMessage(error) })
    }
  }

  const invalid = result.kind === 'invalid'
  return (
    <section className="resend" aria-labelledby="resend-title">
      <h2 id="resend-title">{t('auth_resend_title')}</h2>
      <p>{t('auth_resend_text')}</p>
      <noscript>
        <p className="notice">{t('auth_resend_needs_script')}</p>
      </noscript>
      <form noValidate onSubmit={(event) => void send(event)}>
        <div className="field">
          <label htmlFor="resend-email">{t('auth_resend_email')}</label>
          <input
            id="resend-email"
            name="email"
            type="email"
            autoComplete="email"
            required
            aria-invalid={invalid}
            aria-describedby={invalid ? 'resend-error' : undefined}
          />
          {invalid && (
            <p id="resend-error" className="error">
              {t('auth_resend_invalid')}
            </p>
          )}
        </div>
        <button type="submit" className="button quiet" disabled={result.kind === 'busy'}>
          {t('auth_resend_submit')}
        </button>
      </form>
      <p role="status">
        {result.kind === 'done' && t('auth_resend_done')}
        {result.kind === 'failed' && t('auth_resend_failed', { message: result.message })}
      </p>
    </section>
  )
}
