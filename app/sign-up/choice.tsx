import type { SoldItem } from '../../contracts/order.ts'
import type { Package } from '../../contracts/package.ts'
import type { SignUpFlow } from '../../contracts/sign-up.ts'
import { longDay, money } from '../i18n/format.ts'
import { Link } from '../frame/link.tsx'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { translate, useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'

/** What a sign-up is for, in words. */
export interface Choice {
  name: string
  fee: string
  /** "im Monat", or the day of a day pass. */
  period: string
  gives: string[]
}

/** Returns a choice in words; null when it is not sold any more. */
export function choiceOf(item: SoldItem, packages: Package[], locale: Locale): Choice | null {
  const sold = item.kind === 'credits' ? undefined : packages.find(({ id }) => id === item.package)
  if (!sold) return null
  return {
    name: sold.name[locale],
    fee: money(sold.fee, locale),
    period:
      item.kind === 'dayPass'
        ? longDay(item.day, locale, true)
        : translate(locale, sold.period === 'year' ? 'onboarding_per_year' : 'onboarding_per_month'),
    gives: sold.gives[locale],
  }
}

/** The chosen package as a title block, with the way back to the choice. */
export function ChoiceBlock({ flow, choice }: { flow: SignUpFlow; choice: Choice }) {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <aside className="choice-block" aria-label={t('onboarding_choice')}>
      <p className="hint">{t('onboarding_choice')}</p>
      <h2>{choice.name}</h2>
      <p className="choice-fee">
        <b>{choice.fee}</b> {choice.period}
      </p>
      <ul>
        {choice.gives.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <Link to={paths.signUp(locale, flow)}>{t('onboarding_choice_change')}</Link>
    </aside>
  )
}
