import { data } from 'react-router'
import { readReceipt } from '../../contract/receipt.server.ts'
import { servicesOf } from '../../context.ts'
import { declarationFile, declarationText } from '../../../formats/declaration-text.ts'
import { localeOf } from '../../i18n/locale.ts'
import type { Route } from './+types/receipt-file'

/** The declaration as a text file, in the language of the address. @throws 404 for no such declaration or file */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const locale = localeOf(url.pathname)
  const found = await readReceipt({ request, url, context }, params.token)
  const receipt = found && { ...found, locale }
  if (!receipt || declarationFile(receipt) !== params.file) throw data(null, { status: 404 })
  const { name } = await servicesOf(context).space(locale)
  return new Response(declarationText(receipt, name), {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="${params.file}"`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
  })
}
