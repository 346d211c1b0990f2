import { data, Form, useNavigation } from 'react-router'
import { toDecimal } from '../../rules/money.ts'
import { servicesOf } from '../context.ts'
import { upstreamFailure } from '../errors/upstream.ts'
import { SubmitButton } from '../forms/submit-button.tsx'
import { Link } from '../frame/link.tsx'
import { money } from '../i18n/format.ts'
import { LinkOver } from '../live/link-over.tsx'
import { localeOf, useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { titled } from '../i18n/titled.ts'
import * as paths from '../paths.ts'
import '../ui/one-question.css'
import type { Route } from './+types/order-claim'

export const handle = { app: true }

export function meta(args: Route.MetaArgs) {
  return [
    ...titled(titleOf(args.loaderData))(args),
    { name: 'robots', content: 'noindex' },
    // Without its origin the form would be refused as foreign; other sites get no address of it.
    { name: 'referrer', content: 'same-origin' },
  ]
}

/** `/order/claim/{token}`: the link of a mail that asks the owner of an address whether an order is theirs. */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const services = servicesOf(context)
  const order = await claimOf(services, request, { locale: localeOf(url.pathname), token: params.token })
    .claimedOrder()
    .catch(upstreamFailure(services, url))
  return data(order, { status: order ? 200 : 404, headers: { 'cache-control': 'no-store' } })
}

/** A mail program may open every link, so only the button confirms. */
export async function action({ request, params, url, context }: Route.ActionArgs) {
  const services = servicesOf(context)
  const claim = claimOf(services, request, { locale: localeOf(url.pathname), token: params.token })
  const order = await claim.confirmClaim().catch(upstreamFailure(services, url))
  return data({ isConfirmed: order !== null }, { headers: { 'cache-control': 'no-store' } })
}

function claimOf(
  { backendFor }: ReturnType<typeof servicesOf>,
  request: Request,
  { locale, token }: { locale: 'de' | 'en'; token: string },
) {
  const backend = backendFor(request, locale)
  const isToken = /^[\w-]{32}$/.test(token)
  const orNull = (error: unknown) => {
    if (error instanceof Error && 'status' in error && (error.status === 404 || error.status === 409))
      return null
    throw error
  }
  return {
    claimedOrder: async () => (isToken ? backend.claimedOrder(token).catch(orNull) : null),
    confirmClaim: async () => (isToken ? backend.confirmClaim(token).catch(orNull) : null),
  }
}

/** A link that is over asks nothing any more. */
const titleOf = (order: Route.ComponentProps['loaderData'] | undefined) =>
  order?.state === 'open' ? 'order_claim_title' : 'link_over_title'

export default function OrderClaim({ loaderData: order, actionData }: Route.ComponentProps) {
  const locale = useLocale()
  const t = useTranslate()
  const isBusy = useNavigation().state !== 'idle'
  const isDone = actionData?.isConfirmed === true
  return (
    <main id="content" className="page narrow">
      <h1>{t(isDone ? 'order_claim_title' : titleOf(order))}</h1>
      {isDone ? (
        <div className="notice one-question" role="status">
          <p>{t('order_claim_done')}</p>
          <Link className="button" to={paths.me(locale)}>
            {t('order_claim_to_me')}
          </Link>
        </div>
      ) : order?.state === 'open' ? (
        <Form method="post" className="one-question">
          <p>{t('order_claim_lead')}</p>
          <p>
            <b>{order.name[locale]}</b>, {money(toDecimal(order.totalCents), locale)}, {order.number}
          </p>
          <p>{t('order_claim_otherwise')}</p>
          <SubmitButton isBusy={isBusy}>{t('order_claim_action')}</SubmitButton>
        </Form>
      ) : (
        <LinkOver to={{ href: paths.me(locale), label: t('order_claim_to_me') }}>
          {t('order_claim_over')}
        </LinkOver>
      )}
    </main>
  )
}
