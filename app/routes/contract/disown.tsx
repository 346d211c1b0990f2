import { data, Form } from 'react-router'
import { isToken } from '../../contract/receipt.server.ts'
import { servicesOf } from '../../context.ts'
import { uncached } from '../../delivery/cacheable.ts'
import { upstreamFailure } from '../../errors/upstream.ts'
import { LinkOver } from '../../live/link-over.tsx'
import { localeOf, useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import '../../ui/one-question.css'
import type { Route } from './+types/disown'

export const handle = { app: true }

/** The page belongs to one person, and its address is a secret. */
export const headers: Route.HeadersFunction = () => ({ ...uncached, 'referrer-policy': 'same-origin' })

export function meta(args: Route.MetaArgs) {
  return [...titled(titleOf(args.loaderData))(args), { name: 'robots', content: 'noindex' }]
}

/** `/contract/disown/{token}`: the link of a mail to the owner of a contract that somebody has ended. */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const services = servicesOf(context)
  const { token } = params
  const found = isToken(token)
    ? await services
        .backendFor(request, localeOf(url.pathname))
        .disownable({ token })
        .catch(upstreamFailure(services, url))
    : null
  return data(found, { status: found ? 200 : 404 })
}

/** A mail program may open every link, so only the button disowns; the page then shows what became of it. */
export async function action({ request, params, url, context }: Route.ActionArgs) {
  const services = servicesOf(context)
  const { token } = params
  if (!isToken(token)) throw data(null, { status: 404 })
  await services
    .backendFor(request, localeOf(url.pathname))
    .disown({ token })
    .catch(upstreamFailure(services, url))
  return null
}

/** A link that is over asks nothing any more. */
const titleOf = (found: Route.ComponentProps['loaderData'] | undefined) =>
  !found || found.state === 'over' ? 'link_over_title' : 'contract_disown_title'

/** The owner of a contract says that somebody else has ended it. */
export default function DisownDeclaration({ loaderData: found }: Route.ComponentProps) {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <main id="content" className="page narrow">
      <h1>{t(titleOf(found))}</h1>
      {found === null || found.state === 'over' ? (
        <LinkOver>{t('contract_disown_over')}</LinkOver>
      ) : found.state === 'done' ? (
        <p className="notice success" role="status">
          {t('contract_disown_done', { name: found.name[locale] })}
        </p>
      ) : (
        <Form method="post" className="one-question" reloadDocument>
          <p className="lead">{t(`contract_disown_${found.kind}`, { name: found.name[locale] })}</p>
          <p>{t('contract_disown_lead')}</p>
          <button type="submit" className="button">
            {t('contract_disown_action')}
          </button>
        </Form>
      )}
    </main>
  )
}
