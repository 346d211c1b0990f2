import { type ReactNode, useState } from 'react'
import { requestPasswordMail } from '../../../clients/identity.ts'
import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import { logout, useSession } from '../../session/session.ts'
import { CalendarSection } from '../../me/calendar-section.tsx'
import { addressLines, nameOf } from '../../me/profile.ts'
import { useConfig } from '../../live/use-connector.ts'

export const meta = titled('me_profil_title')

/** Data of the member and of their account (R2). */
export default function Profil() {
  const { member, user } = useSession()
  const locale = useLocale()
  const t = useTranslate()
  const email = user?.email ?? member?.emailAddress ?? ''
  const name = member ? `${member.firstName} ${member.lastName}` : user?.name

  return (
    <section>
      <h1>{t('me_profil_title')}</h1>
      <dl className="me-facts">
        <Fact label={t('me_profil_name')}>{name}</Fact>
        {member && <Fact label={t('me_profil_number')}>{member.memberNumber}</Fact>}
        <Fact label={t('me_profil_email')}>
          {email && (
            <>
              {email}{' '}
              <span className="hint">
                {t(user?.email_verified ? 'me_profil_verified' : 'me_profil_unverified')}
              </span>
            </>
          )}
        </Fact>
        {member?.company && <Fact label={t('me_profil_company')}>{member.company}</Fact>}
        {member && <Fact label={t('me_profil_phone')}>{member.phone}</Fact>}
        {member && (
          <Fact label={t('me_profil_address')}>
            {addressLines(member, locale).map((line) => (
              <span key={line} className="line">
                {line}
              </span>
            ))}
          </Fact>
        )}
        {member && (
          <Fact label={t('me_profil_language')}>
            {member.language && nameOf('language', member.language, locale)}
          </Fact>
        )}
      </dl>
      <SignIn email={email} />
      {member && <CalendarSection />}
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  const t = useTranslate()
  const known = Array.isArray(children) ? children.length > 0 : !!children
  return (
    <div>
      <dt>{label}</dt>
      <dd>{known ? children : <span className="hint">{t('me_profil_none')}</span>}</dd>
    </div>
  )
}

function SignIn({ email }: { email: string }) {
  const { identity } = useConfig()
  const t = useTranslate()
  const [mail, setMail] = useState<'none' | 'busy' | 'sent'>('none')

  const changePassword = async () => {
    if (mail === 'busy') return
    setMail('busy')
    await requestPasswordMail({
      baseUrl: identity.domain,
      clientId: identity.clientId,
      email,
      fetch: (request) => fetch(request),
      warn: (message, error) => console.warn(message, error),
    })
    setMail('sent')
  }

  return (
    <section aria-labelledby="me-access">
      <h2 id="me-access">{t('me_profil_access')}</h2>
      <p className="hint" id="me-password-hint">
        {t('me_profil_password_hint')}
      </p>
      <div className="me-actions">
        <button
          type="button"
          className="button"
          aria-describedby="me-password-hint"
          aria-disabled={mail === 'busy'}
          onClick={() => void changePassword()}
        >
          {t('me_profil_password')}
        </button>
        <button type="button" className="button quiet" onClick={() => void logout()}>
          {t('site_sign_out')}
        </button>
      </div>
      <p className="me-status" role="status">
        {mail === 'sent' && t('me_profil_password_sent')}
      </p>
    </section>
  )
}
