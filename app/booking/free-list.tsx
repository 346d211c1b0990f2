import type { ReactNode } from 'react'
import type { FreeEquipment } from '../../contracts/live.ts'
import { clockTime, longDay } from '../i18n/format.ts'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { type Translate, useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { Link } from '../frame/link.tsx'
import { costInWords, discountOf, type ShownPrice } from './booking-price.tsx'
import { EquipmentDrawing } from './equipment-drawing.tsx'
import { ownWays } from './own-ways.ts'
import { reasonKeys } from './reasons.ts'
import type { Access, Missing } from './use-access.ts'

interface FreeListProps {
  equipment: FreeEquipment[]
  /** Tells what the member lacks on that day; null for visitors and until it is known. */
  access: Access | null
  /** The price of the asked time: a member's own; null until it is known. */
  priceOf: (item: FreeEquipment) => ShownPrice | null
}

/** Lists the free equipment with a link to book it, then the rest with its reasons and next start. */
export function FreeList({ equipment: listed, access, priceOf }: FreeListProps) {
  const locale = useLocale()
  const t = useTranslate()
  const equipment = listed.map((each) => ({ ...each, training: ownWays(each.training, access) }))
  const lacks = (item: FreeEquipment) => (access?.(item).length ?? 0) > 0
  const free = equipment.filter((each) => each.isFree && !lacks(each))
  const lacking = equipment.filter((each) => each.isFree && lacks(each))
  // One course may unlock several: they are one row.
  const wayOf = (item: FreeEquipment) =>
    lacksTrainingOnly(access?.(item) ?? []) ? item.training?.steps.at(-1)?.href : undefined
  const firstOf = (item: FreeEquipment) =>
    lacking.findIndex((each) => each === item || (wayOf(item) && wayOf(each) === wayOf(item)))
  const others = equipment.filter(({ isFree }) => !isFree)
  const [first] = equipment
  const discounts = new Set(free.map((item) => discountOf(priceOf(item) ?? noPrice)))
  const percent = discounts.size === 1 ? (discounts.values().next().value ?? 0) : 0
  return (
    <section aria-labelledby="free-title">
      <div role="status">
        <h2 id="free-title">
          {countOf(free.length, t)}
          {first && (
            <small>
              {t('booking_time_when', {
                day: longDay(first.from, locale),
                from: clockTime(first.from),
                until: clockTime(first.until),
              })}
            </small>
          )}
        </h2>
      </div>
      {/* Where all have the same discount it is said once. */}
      {percent > 0 && <p>{t('booking_price_discount', { percent })}</p>}
      <Items
        items={free}
        details={(item) => detailsOf(item, percent > 0 ? null : priceOf(item), access === null, t)}
        price={(item) => priceInWords(priceOf(item), locale, t)}
        isVisitor={access === null}
      >
        {(item) => (
          <Link
            className="button quiet"
            to={addressOf(item, locale)}
            aria-label={t('booking_time_book', { machine: item.name })}
          >
            {t('booking_time_choose')}
          </Link>
        )}
      </Items>
      {lacking.length > 0 && <h2>{t('booking_time_lacking')}</h2>}
      <Items
        quiet
        items={lacking.filter((each, index) => index === firstOf(each))}
        names={(item) => lacking.filter((each) => lacking[firstOf(each)] === item).map(({ name }) => name)}
        details={(item) => lackingOf(item, access?.(item) ?? [], t)}
      >
        {(item) =>
          item.training && lacksTrainingOnly(access?.(item) ?? []) ? (
            <Link className="button quiet" to={item.training.steps[0].href}>
              {t('booking_training_link')}
              <span className="visually-hidden">: {item.name}</span>
            </Link>
          ) : (
            <Link className="button quiet" to={addressOf(item, locale)}>
              {t('booking_time_how')}
              <span className="visually-hidden">: {item.name}</span>
            </Link>
          )
        }
      </Items>
      {others.length > 0 && <h2>{t('booking_time_not_free')}</h2>}
      <Items quiet items={others} details={(item) => reasonOf(item, t)}>
        {(item) => item.next && <NextStart item={item} next={item.next} />}
      </Items>
    </section>
  )
}

interface ItemsProps {
  items: FreeEquipment[]
  quiet?: boolean
  details: (item: FreeEquipment) => ReactNode
  /** What it costs, in words. */
  price?: (item: FreeEquipment) => string
  /** The list of a visitor must not show to a member before their prices are known. */
  isVisitor?: boolean
  /** The names of all that its row is for. */
  names?: (item: FreeEquipment) => string[]
  /** The item's link. */
  children: (item: FreeEquipment) => ReactNode
}

function Items({ items, quiet = false, details, price, isVisitor, names, children }: ItemsProps) {
  if (items.length === 0) return null
  return (
    <ul className={quiet ? 'free-list quiet' : 'free-list'}>
      {items.map((item) => (
        <li key={item.id}>
          <EquipmentDrawing drawing={item.drawing} />
          <div>
            <h3>{names ? names(item).join(', ') : item.name}</h3>
            <p className={isVisitor ? 'for-visitors' : undefined}>{details(item)}</p>
          </div>
          {price && <b className={isVisitor ? 'for-visitors' : undefined}>{price(item)}</b>}
          {children(item)}
        </li>
      ))}
    </ul>
  )
}

function NextStart({ item, next }: { item: FreeEquipment; next: string }) {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <Link className="button quiet" to={paths.bookingAt(locale, { machine: item.id, day: next.slice(0, 10) })}>
      {t('booking_time_next', { day: longDay(next, locale), time: clockTime(next) })}
      <span className="visually-hidden">: {item.name}</span>
    </Link>
  )
}

function addressOf({ id, from, until }: FreeEquipment, locale: Locale): string {
  return paths.bookingAt(locale, { machine: id, day: from.slice(0, 10), from, until })
}

function countOf(count: number, t: Translate): string {
  if (count === 0) return t('booking_time_none')
  return count === 1 ? t('booking_time_one') : t('booking_time_count', { count })
}

/** "21,60 €"; '' until it is known. */
function priceInWords(shown: ShownPrice | null, locale: Locale, t: Translate): string {
  return shown ? costInWords(shown, locale, t) : ''
}

const noPrice: ShownPrice = { price: '0', listPrice: '0', minutes: 0 }

/** "Unterweisung nötig"; for a member "15 % Rabatt mit deinem Paket". */
function detailsOf(item: FreeEquipment, shown: ShownPrice | null, isVisitor: boolean, t: Translate): string {
  const discount = shown ? discountOf(shown) : 0
  if (discount > 0) return t('booking_price_discount', { percent: discount })
  return isVisitor && item.requiresTraining ? t('booking_time_training') : ''
}

/** Otherwise the page of the equipment says how to get each thing. */
function lacksTrainingOnly(missing: Missing): boolean {
  return missing.every((code) => code === 'noPermission')
}

/** The training that the link leads to, with its next date; otherwise all that is missing. */
function lackingOf({ training }: FreeEquipment, missing: Missing, t: Translate): string {
  const way = training?.steps[0]
  return way?.next && lacksTrainingOnly(missing)
    ? `${way.label}\n${way.next}`
    : reasonOf({ codes: missing, taken: null }, t)
}

function reasonOf({ codes, taken }: Pick<FreeEquipment, 'codes' | 'taken'>, t: Translate): string {
  const reasons = codes.flatMap((code) => {
    if (code === 'overlap' && taken) return [t(taken === 'own' ? 'booking_slot_own' : 'booking_slot_taken')]
    const key = reasonKeys[code]
    return key ? [t(key)] : []
  })
  return reasons.join(', ')
}
