import { useQuery } from '@tanstack/react-query'
import type { CreditPack } from '../../contracts/package.ts'
import { Link } from '../frame/link.tsx'
import { money } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { inCredits } from '../live/credits.ts'
import { Loaded } from '../live/loaded.tsx'
import * as paths from '../paths.ts'
import { useBackend } from './use-backend.ts'

/** The packs of credits that can be bought; nothing where there are none. */
export function BuyCredits() {
  const { backend, options } = useBackend()
  const query = useQuery({
    ...options,
    queryKey: ['creditPacks'],
    queryFn: async () => (await (await backend()).packages()).creditPacks,
  })
  const t = useTranslate()
  if (query.data?.length === 0) return null
  return (
    <section aria-labelledby="credits-buy">
      <h2 id="credits-buy">{t('me_credits_buy')}</h2>
      <Loaded query={query} failed={t('me_credits_buy_failed')} rows={1}>
        {(packs) => (
          <ul className="me-packs">
            {packs.map((pack) => (
              <Pack key={pack.id} pack={pack} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

function Pack({ pack: { id, credit, price, validMonths } }: { pack: CreditPack }) {
  const locale = useLocale()
  const t = useTranslate()
  const credits = inCredits(credit, locale, t)
  return (
    <li>
      <h3>{credits}</h3>
      <p className="price">{money(price, locale)}</p>
      <p className="hint">{t('me_credits_buy_valid', { months: validMonths })}</p>
      <Link
        className="button quiet"
        to={paths.me(locale, `order?pack=${id}`)}
        aria-label={t('me_credits_buy_one', { credits, price: money(price, locale) })}
      >
        {t('me_credits_buy_action')}
      </Link>
    </li>
  )
}
