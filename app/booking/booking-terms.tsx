import { useTranslate } from '../i18n/messages.ts'

interface BookingTermsProps {
  /** Terms of service of the space: an address or a text. */
  terms: string
  isAccepted: boolean
  error: string | undefined
  onAccept: (isAccepted: boolean) => void
}

/** The terms of service of the space, accepted with each booking (B26). */
export function BookingTerms({ terms, isAccepted, error, onAccept }: BookingTermsProps) {
  const t = useTranslate()
  const isAddress = /^https?:\/\/\S+$/i.test(terms)
  return (
    <div className="field booking-terms">
      {!isAddress && (
        <details>
          <summary>{t('booking_terms')}</summary>
          <p>{terms}</p>
        </details>
      )}
      <label htmlFor="booking-terms">
        <input
          id="booking-terms"
          type="checkbox"
          name="terms"
          required
          checked={isAccepted}
          onChange={(event) => onAccept(event.currentTarget.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && 'booking-terms-error'}
        />{' '}
        {t('booking_terms_accept')}
      </label>
      {isAddress && (
        <a href={terms} target="_blank" rel="noreferrer">
          {t('booking_terms')}
        </a>
      )}
      {error && (
        <p id="booking-terms-error" className="error">
          {error}
        </p>
      )}
    </div>
  )
}
