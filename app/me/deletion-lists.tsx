import type { DeletionBlock } from '../../contracts/personal-data.ts'
import { toDecimal } from '../../rules/money.ts'
import { Link } from '../frame/link.tsx'
import { money } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import './deletion.css'

/** What is to be paid or ended before an account can be deleted, each with the page where that is done. */
export function DeletionBlocks({ blocks }: { blocks: DeletionBlock[] }) {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <ul className="deletion-list">
      {blocks.map((block) => (
        <li key={block.number}>
          {block.kind === 'team' ? (
            <Link to={paths.me(locale, 'team')}>{t('me_delete_block_team', { name: block.name })}</Link>
          ) : block.kind === 'invoice' ? (
            <Link to={paths.me(locale, 'invoices')}>
              {t('me_delete_block_invoice', {
                number: block.number,
                amount: money(toDecimal(block.openCents), locale),
              })}
            </Link>
          ) : (
            <Link to={paths.me(locale, `order/${block.number}`)}>
              {t('me_delete_block_order', { number: block.number })}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

interface DeletionEndsProps {
  isMember: boolean
  /** Name of the package; null = there is none, or it is not known here. */
  package: string | null
}

/** What ends with an account, and what stays. */
export function DeletionEnds({ isMember, package: name }: DeletionEndsProps) {
  const t = useTranslate()
  return (
    <>
      <p>{t('me_delete_ends')}</p>
      <ul className="deletion-list">
        {isMember && <li>{name ? t('me_delete_ends_named', { name }) : t('me_delete_ends_package')}</li>}
        {isMember && <li>{t('me_delete_ends_bookings')}</li>}
        <li>{t('me_delete_ends_data')}</li>
      </ul>
      <p>{t('me_delete_stays')}</p>
    </>
  )
}
