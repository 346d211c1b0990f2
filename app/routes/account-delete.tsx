import { data, Form, useNavigation } from 'react-router'
import { servicesOf } from '../context.ts'
import { upstreamFailure } from '../errors/upstream.ts'
import { LinkOver } from '../live/link-over.tsx'
import { localeOf, useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { titled } from '../i18n/titled.ts'
import { DeletionBlocks, DeletionEnds } from '../me/deletion-lists.tsx'
import '../ui/confirm-dialog.css'
import * as paths from '../paths.ts'
import '../ui/one-question.css'
import type { Route } from './+types/account-delete'

export const handle = { app: true }

export function meta(args: Route.MetaArgs) {
  return [
    ...titled('account_delete_title')(args),
    { name: 'robots', content: 'noindex' },
    // Without its origin the form would be refused as foreign; other sites get no address of it.
    { name: 'referrer', content: 'same-origin' },
  ]
}

/** `/account/delete/{token}`: the link of a mail that asks whether an account is to be deleted. */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const services = servicesOf(context)
  const deletion = await behind(params.token, (token) =>
    services.backendFor(request, localeOf(url.pathname)).findDeletion(token),
  ).catch(upstreamFailure(services, url))
  return data(deletion, { status: deletion ? 200 : 404, headers: { 'cache-control': 'no-store' } })
}

/** A mail program may open every link, so only the button confirms. The page says then how it stands. */
export async function action({ request, params, url, context }: Route.ActionArgs) {
  const services = servicesOf(context)
  await behind(params.token, (token) =>
    services.backendFor(request, localeOf(url.pathname)).confirmDeletion(token),
  ).catch(upstreamFailure(services, url))
  return data(null, { headers: { 'cache-control': 'no-store' } })
}

/** null for a link that is unknown or over. */
async function behind<T>(token: string, ask: (token: string) => Promise<T>): Promise<T | null> {
  if (!/^[\w-]{32}$/.test(token)) return null
  return ask(token).catch((error: unknown) => {
    if (error instanceof Error && 'status' in error && error.status === 404) return null
    throw error
  })
}

export default function AccountDelete({ loaderData: deletion }: Route.ComponentProps) {
  const locale = useLocale()
  const t = useTranslate()
  const isBusy = useNavigation().state !== 'idle'
  return (
    <main id="content" className="page narrow">
      <h1>{t('account_delete_title')}</h1>
      {!deletion ? (
        <LinkOver to={{ href: paths.me(locale), label: t('account_delete_to_me') }}>
          {t('account_delete_over')}
        </LinkOver>
      ) : deletion.state !== 'asked' ? (
        <div className="notice" role="status">
          <p>{t(deletion.state === 'done' ? 'account_delete_done' : 'account_delete_running')}</p>
        </div>
      ) : deletion.blocks.length > 0 ? (
        <div className="notice">
          <p>{t('account_delete_blocked')}</p>
          <DeletionBlocks blocks={deletion.blocks} />
        </div>
      ) : (
        <Form method="post" className="one-question">
          <p>{t('account_delete_lead')}</p>
          <DeletionEnds isMember={deletion.isMember} package={deletion.package} />
          <button type="submit" className="button destructive" aria-disabled={isBusy}>
            {t('account_delete_action')}
          </button>
        </Form>
      )}
    </main>
  )
}
