import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { requestPasswordMail } from '../../../clients/identity.ts'
import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import { SessionNotice } from '../../session/require-member.tsx'
import { setMember, useSession } from '../../session/session.ts'
import { CalendarSection } from '../../me/calendar-section.tsx'
import { ContactForm } from '../../me/contact-form.tsx'
import { useCancelling } from '../../booking/cancelling.tsx'
import { MemberCard, stateInWords } from '../../me/member-card.tsx'
import { keepCard } from '../../me/offline-card.ts'
import { NextCourse } from '../../me/next-course.tsx'
import { CreditsLeft, NextBooking } from '../../me/overview-next.tsx'
import { addressLines, nameOf } from '../../me/profile.ts'
import { MailChoicesSection } from '../../me/mail-choices-section.tsx'
import { OwnDataSection } from '../../me/own-data-section.tsx'
import { PhotoChange } from '../../me/photo-change.tsx'
import { Unpaid, useSubscription } from '../../me/subscription-section.tsx'
import { useMoved } from '../../me/use-moved.ts'
import { usePhoto } from '../../me/use-photo.ts'
import { offerOf, useOffers, useRights } from '../../me/use-rights.ts'
import { Waitlist } from '../../me/waitlist-section.tsx'
import { useConfig } from '../../live/use-connector.ts'
import type { loader as rootLoader } from '../../root.tsx'
import '../../forms/photo.css'

export const meta = titled('me_title')

/** The start of the member area: member card, what is next, what is left, and the data of member and account (R2). */
export default function Profil() {
  const { member, user, error } = useSession()
  const t = useTranslate()
  const heading = useRef<HTMLHeadingElement>(null)
  const [status, setStatus] = useState('')
  const spaceName = useRouteLoaderData<typeof rootLoader>('root')?.space.name ?? ''
  const onStart = () => setStatus('')
  const onDone = (done: string) => {
    setStatus(done)
    heading.current?.focus()
  }
  const { packages } = useRights()
  const contract = useSubscription().data?.subscription
  const locale = useLocale()
  const offers = useOffers()
  const photo = usePhoto()
  useKeptCard(member)
  const cancelling = useCancelling({ onStart, onDone })
  useMoved(onDone)
  const email = user?.email ?? member?.emailAddress ?? ''
  return (
    <section>
      <h1 ref={heading} tabIndex={-1}>
        {member ? t('me_home_title', { name: member.firstName }) : t('me_title')}
      </h1>
      {error === 'noMember' && <SessionNotice />}
      <p className="me-status" role="status">
        {status}
      </p>
      <div role="alert">{cancelling.failure}</div>
      {contract && <Unpaid subscription={contract} />}
      <div className="me-overview">
        {member && (
          <>
            <div>
              <MemberCard
                photo={photo}
                card={{
                  ...member,
                  spaceName,
                  number: member.memberNumber,
                  since: member.createdAt.slice(0, 7),
                  packages: packages?.map((own) => offerOf(own, offers)?.name[locale] ?? own.name) ?? null,
                }}
              />
              <PhotoChange hasPhoto={photo !== null} onStart={onStart} onDone={onDone} />
            </div>
            <div>
              <NextBooking onCancel={cancelling.ask} />
              <NextCourse />
              <Waitlist onStart={onStart} onDone={onDone} />
            </div>
            <CreditsLeft />
          </>
        )}
        <MemberData email={email} onStart={onStart} onDone={onDone} />
        <SignIn email={email} />
        {member && <MailChoicesSection />}
        {member && <CalendarSection />}
        <OwnDataSection email={email} />
      </div>
      {cancelling.dialog}
    </section>
  )
}

interface MemberDataProps {
  email: string
  onStart: () => void
  onDone: (done: string) => void
}

/** The data of the member; contact data can be changed in their place. */
function MemberData({ email, onStart, onDone }: MemberDataProps) {
  const { member, user } = useSession()
  const [isChanging, setChanging] = useState(false)
  const space = useRouteLoaderData<typeof rootLoader>('root')?.space
  const locale = useLocale()
  const t = useTranslate()
  return (
    <section aria-labelledby="me-data">
      <h2 id="me-data">{t('me_profil_data')}</h2>
      <dl className="me-facts">
        {/* An account without a name carries its address. */}
        {!member && user?.name !== email && <Fact label={t('me_profil_name')}>{user?.name}</Fact>}
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
        {member && !isChanging && (
          <>
            <Fact label={t('me_profil_phone')}>{member.phone}</Fact>
            <Fact label={t('me_profil_address')}>
              {addressLines(member, locale).map((line) => (
                <span key={line} className="line">
                  {line}
                </span>
              ))}
            </Fact>
            <Fact label={t('me_profil_language')}>
              {member.language && nameOf('language', member.language, locale)}
            </Fact>
          </>
        )}
      </dl>
      {member && isChanging && (
        <ContactForm
          member={member}
          onSaved={(saved) => {
            setMember(saved)
            setChanging(false)
            onDone(t('me_contact_saved'))
          }}
          onCancel={() => setChanging(false)}
        />
      )}
      {member && !isChanging && (
        <div className="me-actions">
          <button
            type="button"
            className="button quiet"
            onClick={() => {
              onStart()
              setChanging(true)
            }}
          >
            {t('me_contact_change')}
          </button>
        </div>
      )}
      {space?.email && (
        <p className="hint">
          {t('me_profil_wrong')} <a href={`mailto:${space.email}`}>{space.email}</a>
        </p>
      )}
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
      <p id="me-password-hint">{t('me_profil_password_hint', { email })}</p>
      <div className="me-actions">
        <button
          type="button"
          className="button quiet"
          aria-describedby="me-password-hint"
          aria-disabled={mail === 'busy'}
          onClick={() => void changePassword()}
        >
          {t('me_profil_password')}
        </button>
      </div>
      <p className="me-status" role="status">
        {mail === 'sent' && t('me_profil_password_sent')}
      </p>
    </section>
  )
}

/** Keeps the card of the shown member for the offline page. */
function useKeptCard(member: ReturnType<typeof useSession>['member']): void {
  const locale = useLocale()
  const t = useTranslate()
  useEffect(() => {
    if (!member) return
    const name = `${member.firstName} ${member.lastName}`
    keepCard({ name, number: member.memberNumber, state: stateInWords(member.state, t), locale })
  }, [member, locale, t])
}
