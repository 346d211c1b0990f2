import { redirect } from 'react-router'
import { typedAddressCookie } from '../../contracts/typed-address.ts'
import { servicesOf } from '../context.ts'
import { runForm } from '../forms/run-form.server.ts'
import { listed } from '../frame/content-page.tsx'
import { Link } from '../frame/link.tsx'
import { localeOf, useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { useSession } from '../session/session.ts'
import { SignInButton } from '../session/sign-in-button.tsx'
import '../sign-up/sign-up.css'
import { Register, RegisterForm, registerMessage } from '../sign-up/register-form.tsx'
import type { Route } from './+types/register'

export const handle = { app: true }

export const meta = listed('register_title', 'register_description', (locale) =>
  paths.page(locale, 'register'),
)

export function loader({ context }: Route.LoaderArgs) {
  return { challenge: `${servicesOf(context).config.backendUrl}/altcha` }
}

/** Registers, counted against the visitor's own network, and leads on to the page that names the next step. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const { backendFor, config, log } = servicesOf(context)
  const locale = localeOf(url.pathname)
  const backend = backendFor(request, locale)
  let address = ''
  const answer = await runForm(
    request,
    RegisterForm,
    async ({ email, password, altcha }) => {
      await backend.register({ email, password, altcha, user_metadata: { locale } })
      address = email
    },
    log,
    { hidden: ['password', 'altcha'], messageOf: registerMessage },
  )
  if (address === '') return answer
  const cookie = typedAddressCookie(address, config.publicUrl.startsWith('https:'))
  throw redirect(paths.page(locale, 'register/sent'), { headers: cookie ? { 'set-cookie': cookie } : {} })
}

/** Creates an account (P2, C7). */
export default function RegisterScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { status } = useSession()
  const locale = useLocale()
  const t = useTranslate()
  return (
    <main id="content" className="page">
      <h1>{t('register_title')}</h1>
      {status === 'authenticated' ? (
        <div className="notice">
          <p>{t('register_signed_in')}</p>
          <Link to={paths.me(locale)}>{t('register_to_profile')}</Link>
        </div>
      ) : (
        <div className="register">
          <div className="sign-up">
            <p>{t('register_lead')}</p>
            <noscript>
              <p className="notice">{t('register_needs_script')}</p>
            </noscript>
            <Register challenge={loaderData.challenge} answered={actionData} />
            <p className="sign-up-other">
              {t('register_account')}
              <SignInButton quiet returnTo={paths.me(locale)}>
                {t('site_sign_in')}
              </SignInButton>
            </p>
          </div>
          <aside className="register-sheet" aria-labelledby="register-gives">
            <div className="card-drawing" aria-hidden="true" />
            <h2 id="register-gives">{t('register_gives')}</h2>
            <ol>
              <li>{t('register_gives_courses')}</li>
              <li>{t('register_gives_membership')}</li>
              <li>{t('register_gives_team')}</li>
            </ol>
          </aside>
        </div>
      )}
    </main>
  )
}
