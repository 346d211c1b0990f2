import { CancelForm, cancellationOf } from '../../contract/declaration-fields.ts'
import { CancelFields } from '../../contract/cancel-fields.tsx'
import { ContractPage, type TextOf } from '../../contract/contract-page.tsx'
import { newKey, runDeclaration } from '../../contract/declare.server.ts'
import { uncached } from '../../delivery/cacheable.ts'
import { listed } from '../../frame/content-page.tsx'
import { Link } from '../../frame/link.tsx'
import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import * as paths from '../../paths.ts'
import '../../sign-up/onboarding.css'
import '../../sign-up/steps.css'
import type { Route } from './+types/cancel'

const fields = (text: TextOf) => <CancelFields text={text} />

export const handle = { app: true }

export const meta = listed('contract_cancel_title', 'contract_cancel_description', (locale) =>
  paths.page(locale, 'contract/cancel'),
)

export const headers: Route.HeadersFunction = () => uncached

export const loader = () => ({ formKey: newKey() })

export function action({ request, url, context }: Route.ActionArgs) {
  return runDeclaration(
    { request, url, context },
    {
      schema: CancelForm,
      declarationOf: cancellationOf,
      declare: (backend, key, form) =>
        backend.declareCancellation({ key, declaration: cancellationOf(form) }),
    },
  )
}

/** Cancels a contract without signing in: the law wants fields and button on one page (§ 312k (2) BGB, R34). */
export default function CancelContract({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <ContractPage
      id="cancel"
      title="contract_cancel_title"
      lead={t('contract_cancel_lead')}
      beside={
        <>
          <h2>{t('contract_beside_title')}</h2>
          <p>
            {t('contract_cancel_beside_withdraw')}{' '}
            <Link to={paths.page(locale, 'contract/withdraw')}>{t('site_contract_withdraw')}</Link>
          </p>
          <p>
            {t('contract_beside_member')}{' '}
            <Link to={paths.me(locale, 'packages')}>{t('me_packages_title')}</Link>
          </p>
          <p>
            {t('contract_beside_booking')}{' '}
            <Link to={paths.me(locale, 'bookings')}>{t('me_bookings_title')}</Link>{' '}
            <Link to={paths.me(locale, 'course')}>{t('me_course_title')}</Link>
          </p>
        </>
      }
      answered={actionData}
      fields={fields}
      formKey={loaderData.formKey}
      declare="contract_cancel_declare"
    />
  )
}
