import type { Package } from '../../contracts/package.ts'
import type { SiteServices } from '../context.ts'
import { money } from '../i18n/format.ts'
import type { Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'
import type { PackageOffer } from './page-data.tsx'

/** Reads the packages on sale in the language of the page; none while the backend is unavailable. */
export async function readPackages(
  { backend, log }: Pick<SiteServices, 'backend' | 'log'>,
  locale: Locale,
): Promise<PackageOffer[]> {
  try {
    const { packages } = await backend.packages()
    return packages.map((each) => offerOf(each, locale))
  } catch (error) {
    log.warn({ err: error }, 'packages could not be read')
    return []
  }
}

function offerOf(each: Package, locale: Locale): PackageOffer {
  const { id, kind, name, description, fee, period, requirement, gives } = each
  return {
    id,
    kind,
    name: name[locale],
    description: [description[locale], requirement?.[locale]].filter(Boolean).join(' '),
    price: fee,
    fee: money(fee, locale),
    period: translate(locale, periodKey[period]),
    gives: gives[locale],
  }
}

const periodKey = {
  day: 'block_package_per_day',
  month: 'block_package_per_month',
  year: 'block_package_per_year',
} as const
