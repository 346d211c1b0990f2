import { data } from 'react-router'
import { DeclarationRows } from '../../contract/contract-page.tsx'
import { readReceipt } from '../../contract/receipt.server.ts'
import { declarationFile, declarationRows, receivedText } from '../../../formats/declaration-text.ts'
import { uncached } from '../../delivery/cacheable.ts'
import { useLocale } from '../../i18n/locale.ts'
import { LinkOver } from '../../live/link-over.tsx'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import * as paths from '../../paths.ts'
import '../../sign-up/onboarding.css'
import type { Route } from './+types/receipt'

export const handle = { app: true }

/** The page belongs to one person, and its address is a secret. */
export const headers: Route.HeadersFunction = () => ({ ...uncached, 'referrer-policy': 'same-origin' })

export function meta(args: Route.MetaArgs) {
  return [...titled('contract_receipt_title')(args), { name: 'robots', content: 'noindex' }]
}

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const receipt = await readReceipt({ request, url, context }, params.token)
  return data({ receipt, token: params.token }, { status: receipt ? 200 : 404 })
}

/** The whole declaration with the time at which it was received, to store. */
export default function DeclarationReceived({ loaderData: { receipt, token } }: Route.ComponentProps) {
  const t = useTranslate()
  const locale = useLocale()
  if (!receipt)
    return (
      <main id="content" className="page narrow contract">
        <h1>{t('contract_receipt_title')}</h1>
        <LinkOver>{t('contract_receipt_over')}</LinkOver>
      </main>
    )
  const { declaration } = receipt
  const shown = { ...receipt, locale }
  const received = { label: t('contract_received'), value: receivedText(shown) }
  return (
    <main id="content" className="page onboarding contract">
      <h1>{t(`contract_receipt_${declaration.kind}`)}</h1>
      <div className="contract-sheet">
        <p className="lead" role="status">
          {t('contract_receipt_lead', { email: declaration.email })}
        </p>
        <DeclarationRows rows={[...declarationRows(declaration, locale), received]} />
        <p>
          <a
            className="button"
            href={paths.page(locale, `contract/receipt/${token}/${declarationFile(shown)}`)}
            download
          >
            {t('contract_receipt_store')}
          </a>
        </p>
        <p className="hint">{t(`contract_receipt_then_${declaration.kind}`)}</p>
      </div>
    </main>
  )
}
