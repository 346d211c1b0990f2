import { ContractPage, SharedFields, type TextOf } from '../../contract/contract-page.tsx'
import { WithdrawForm, withdrawalOf } from '../../contract/declaration-fields.ts'
import { runDeclaration } from '../../contract/declare.server.ts'
import { listed } from '../../frame/content-page.tsx'
import { Link } from '../../frame/link.tsx'
import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import * as paths from '../../paths.ts'
import '../../sign-up/onboarding.css'
import '../../sign-up/steps.css'
import type { Route } from './+types/withdraw'

const fields = (text: TextOf) => <SharedFields text={text} />

export const handle = { app: true }

export const meta = listed('contract_withdraw_title', 'contract_withdraw_description', (locale) =>
  paths.page(locale, 'contract/withdraw'),
)

export function action({ request, url, context }: Route.ActionArgs) {
  return runDeclaration(
    { request, url, context },
    {
      schema: WithdrawForm,
      declarationOf: withdrawalOf,
      declare: (backend, key, form) => backend.declareWithdrawal({ key, declaration: withdrawalOf(form) }),
    },
  )
}

/** Withdraws from a contract without signing in (§ 356a BGB, R34). */
export default function WithdrawContract({ actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <ContractPage
      id="withdraw"
      title="contract_withdraw_title"
      lead={t('contract_withdraw_lead')}
      beside={
        <>
          <h2>{t('contract_beside_title')}</h2>
          <p>
            {t('contract_withdraw_notice')}{' '}
            <Link to={paths.withdrawal(locale)}>{t('order_withdrawal_link')}</Link>
          </p>
          <p>
            {t('contract_withdraw_none')}{' '}
            <Link to={paths.me(locale, 'bookings')}>{t('me_bookings_title')}</Link>{' '}
            <Link to={paths.me(locale, 'course')}>{t('me_course_title')}</Link>
          </p>
          <p>
            {t('contract_withdraw_beside_cancel')}{' '}
            <Link to={paths.page(locale, 'contract/cancel')}>{t('site_contract_cancel')}</Link>
          </p>
        </>
      }
      answered={actionData}
      fields={fields}
      next="contract_withdraw_next"
      declare="contract_withdraw_declare"
    />
  )
}
