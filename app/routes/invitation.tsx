import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { data, useLocation } from 'react-router'
import { errorMessage } from '../../clients/store-error.ts'
import type { Invitation } from '../../contracts/team.ts'
import { servicesOf } from '../context.ts'
import { upstreamFailure } from '../errors/upstream.ts'
import { Field } from '../forms/field.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import { Link } from '../frame/link.tsx'
import { LinkOver } from '../live/link-over.tsx'
import { localeOf, useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { titled } from '../i18n/titled.ts'
import { LiveData } from '../live/live-query.tsx'
import { ListSkeleton, WriteFailed } from '../live/loaded.tsx'
import { useBackend } from '../me/use-backend.ts'
import { useTeam } from '../me/use-team.ts'
import * as paths from '../paths.ts'
import { logout, useSession } from '../session/session.ts'
import { WaysIn } from '../session/ways-in.tsx'
import type { Route } from './+types/invitation'
import '../sign-up/invitation.css'
import '../sign-up/onboarding.css'

export const handle = { app: true }

export function meta(args: Route.MetaArgs) {
  return [
    ...titled('invitation_title')(args),
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

/** `/invitation/{token}`: the link of a mail that invites somebody to a team. */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const services = servicesOf(context)
  const { token } = params
  const backend = services.backendFor(request, localeOf(url.pathname))
  const invitation = /^[\w-]{32}$/.test(token)
    ? await backend.invitation({ token }).catch(upstreamFailure(services, url))
    : null
  return data(
    { token, invitation },
    { status: invitation ? 200 : 404, headers: { 'cache-control': 'no-store' } },
  )
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

/** Names team and inviter, and gives the seat to the account with just the invited address. */
export default function InvitationScreen({ loaderData: { token, invitation } }: Route.ComponentProps) {
  const t = useTranslate()
  return (
    <main id="content" className="page onboarding invitation narrow">
      <h1>{invitation ? t('invitation_heading', { team: invitation.team }) : t('invitation_title')}</h1>
      {invitation?.state === 'open' ? (
        <>
          <p className="lead">{t('invitation_lead', invitation)}</p>
          <ul>
            <li>{t('invitation_gives')}</li>
            <li>{t('invitation_beyond')}</li>
            <li>{t('invitation_own')}</li>
          </ul>
          <LiveData>
            <Answer token={token} invitation={invitation} />
          </LiveData>
        </>
      ) : invitation?.state === 'full' ? (
        <LinkOver>{t('invitation_full')}</LinkOver>
      ) : invitation ? (
        <LiveData>
          <Over invitation={invitation} />
        </LiveData>
      ) : (
        <InvitationOver />
      )}
    </main>
  )
}

/** An invitation that has ended; whoever has accepted it is led to the team. */
function Over({ invitation: { team, email } }: { invitation: Invitation }) {
  const { status, user, member } = useSession()
  const over = <InvitationOver />
  if (status === 'loading')
    return (
      <>
        <noscript>{over}</noscript>
        <ListSkeleton rows={1} />
      </>
    )
  if (!member || user?.email?.toLowerCase() !== email) return over
  return <Accepted team={team} otherwise={over} />
}

function InvitationOver() {
  const t = useTranslate()
  return (
    <LinkOver to={{ href: paths.me(useLocale()), label: t('order_claim_to_me') }}>
      {t('invitation_over')}
    </LinkOver>
  )
}

function Accepted({ team, otherwise }: { team: string; otherwise: ReactNode }) {
  const { data, isPending } = useTeam()
  const t = useTranslate()
  const locale = useLocale()
  if (isPending) return <ListSkeleton rows={1} />
  if (data?.team?.name !== team) return otherwise
  return (
    <>
      <p className="notice success" role="status">
        {t('invitation_accepted', { team })}
      </p>
      <Link className="button" to={paths.me(locale, 'team')}>
        {t('invitation_to_team')}
      </Link>
    </>
  )
}

interface AnswerProps {
  token: string
  invitation: Invitation
}

/** What the visitor can do: sign in, register, use the right account, or accept. */
function Answer({ token, invitation }: AnswerProps) {
  const { status, user, member } = useSession()
  const { pathname } = useLocation()
  const t = useTranslate()
  if (status === 'loading')
    return (
      <>
        <noscript>
          <p className="notice">{t('site_needs_script')}</p>
        </noscript>
        <ListSkeleton rows={1} />
      </>
    )
  if (status === 'anonymous')
    return <WaysIn here={pathname}>{t('invitation_account', { email: invitation.email })}</WaysIn>
  const own = user?.email?.toLowerCase() ?? ''
  if (own !== invitation.email)
    return (
      <div className="notice" role="status">
        <p>{t('invitation_other_account', { own, email: invitation.email })}</p>
        <button type="button" className="button" onClick={() => void logout()}>
          {t('invitation_sign_out')}
        </button>
      </div>
    )
  return <AcceptForm token={token} isNew={member === null} />
}

/** Takes the seat; somebody who is no member yet says who they are. */
function AcceptForm({ token, isNew }: { token: string; isNew: boolean }) {
  const { backend } = useBackend()
  const t = useTranslate()
  const locale = useLocale()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: async (form: FormData) => {
      const text = (name: string) => String(form.get(name) ?? '').trim()
      const [firstName, lastName, dateOfBirth] = [text('firstName'), text('lastName'), text('dateOfBirth')]
      const person = isNew ? { firstName, lastName, dateOfBirth } : undefined
      return (await backend()).acceptInvitation({ token, ...(person && { person }) })
    },
    // The session learns of a new member with the next page.
    onSuccess: () => location.assign(paths.me(locale, 'team')),
  })
  const isBusy = saving.isPending || saving.isSuccess
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const missing = (['firstName', 'lastName', 'dateOfBirth'] as const).filter(
      (name) => isNew && String(form.get(name) ?? '').trim() === '',
    )
    setErrors(Object.fromEntries(missing.map((name) => [name, t(texts[name].missing)])))
    const [first] = missing
    if (first) document.querySelector<HTMLElement>(`#accept-${first}`)?.focus()
    else if (!isBusy) saving.mutate(form)
  }
  const field = (name: keyof typeof texts, complete: string): ReactNode => (
    <Field form="accept" name={name} label={t(texts[name].label)} error={errors[name]}>
      {(control) => (
        <input
          {...control}
          type={name === 'dateOfBirth' ? 'date' : 'text'}
          autoComplete={complete}
          maxLength={80}
        />
      )}
    </Field>
  )
  return (
    <form noValidate onSubmit={onSubmit}>
      <div role="alert">
        {saving.error && <WriteFailed title={t('invitation_failed')} text={errorMessage(saving.error)} />}
      </div>
      {isNew && (
        <>
          <p>{t('invitation_new')}</p>
          {field('firstName', 'given-name')}
          {field('lastName', 'family-name')}
          {field('dateOfBirth', 'bday')}
        </>
      )}
      <SubmitButton isBusy={isBusy}>{t('invitation_accept')}</SubmitButton>
    </form>
  )
}

const texts = {
  firstName: { label: 'onboarding_contact_first_name', missing: 'signup_error_first_name_missing' },
  lastName: { label: 'onboarding_contact_last_name', missing: 'signup_error_last_name_missing' },
  dateOfBirth: { label: 'onboarding_contact_birth', missing: 'signup_error_birth_missing' },
} as const
