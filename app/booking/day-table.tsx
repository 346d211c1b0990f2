import type { DayView } from '../../contracts/live.ts'
import { Link } from '../frame/link.tsx'
import { clockTime } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { shortSpan } from '../ui/short-span.ts'
import { dayRows, type DayCell } from './day-rows.ts'
import type { DayEquipment } from './day.server.ts'
import { EquipmentDrawing } from './equipment-drawing.tsx'
import { ownWays } from './own-ways.ts'
import { reasonKeys } from './reasons.ts'
import { ownBlockWords, slotWords } from './slot-words.ts'
import type { Access, Discounts } from './use-access.ts'

interface DayTableProps {
  view: DayView
  equipment: DayEquipment[]
  /** Id of the heading that names it. */
  labelledBy: string
  access: Access | null
  discounts: Discounts | null
}

/** One day of several pieces of equipment as a table; each free slot is a link to book it, so it works without JavaScript. */
export function DayTable({ view, equipment, labelledBy, access, discounts }: DayTableProps) {
  const t = useTranslate()
  const columns = equipment.flatMap((item) => {
    const column = view.columns.find(({ resource }) => resource === item.id)
    return column ? [{ item, slots: column.slots }] : []
  })
  const rows = dayRows(columns.map(({ slots }) => slots))
  if (rows.length === 0) return <p>{t('booking_day_closed')}</p>
  return (
    // The links in its head have the focus for the keys that scroll it.
    <div className="day-scroller" data-columns={columns.length}>
      <table className="day-grid" aria-labelledby={labelledBy}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('booking_grid_times')}</span>
            </th>
            {columns.map(({ item }) => (
              <Head key={item.id} item={item} day={view.day} access={access} discounts={discounts} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ time, key, cells }) => (
            <tr key={key} className={time.endsWith(':00') ? 'full-hour' : undefined}>
              <th scope="row">{time.replace(/^0/, '')}</th>
              {cells.map((cell, index) => {
                const item = columns[index]?.item
                return cell && item && <Cell key={item.id} cell={cell} item={item} />
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeadProps extends Pick<DayTableProps, 'access' | 'discounts'> {
  item: DayEquipment
  day: string
}

/** Name, price, and what the member lacks; leads to the week of the equipment. */
function Head({ item, day, access, discounts }: HeadProps) {
  const locale = useLocale()
  const t = useTranslate()
  const percent = Number(discounts?.(item.id) ?? 0)
  const step = ownWays(item.training, access)?.steps[0]
  const lacks = access?.(item) ?? []
  return (
    <th scope="col" abbr={item.name}>
      <Link
        to={paths.bookingAt(locale, { machine: item.id, day })}
        aria-label={t('booking_day_week', { machine: item.name })}
      >
        <EquipmentDrawing drawing={item.drawing} />
        {item.name}
      </Link>
      <small>{item.price}</small>
      {percent > 0 && <small>{t('booking_day_discount', { percent })}</small>}
      {step && (!access || lacks.includes('noPermission')) && (
        <small className={access ? 'lacks' : 'lacks for-visitors'}>
          <Link to={step.href}>{t('booking_time_training')}</Link>
          <span>{`${step.label}\n${step.next}`}</span>
        </small>
      )}
      {lacks.map((code) => {
        const key = reasonKeys[code]
        return (
          key &&
          code !== 'noPermission' && (
            <small key={code} className="lacks">
              {t(key)}
            </small>
          )
        )
      })}
    </th>
  )
}

interface CellProps {
  cell: DayCell
  item: DayEquipment
}

/** A free slot is a link also for a member who lacks something: the next screen says it for that time, with the way to it. */
function Cell({ cell: { slot, until, rows }, item }: CellProps) {
  const locale = useLocale()
  const t = useTranslate()
  if (!slot)
    return (
      <td rowSpan={rows} data-state="none">
        <span className="visually-hidden">{t('booking_slot_refused')}</span>
      </td>
    )
  const { state, reason } = slotWords(slot, false, t)
  const label = t(reason ? 'booking_day_slot_reason' : 'booking_day_slot', {
    machine: item.name,
    from: clockTime(slot.from),
    until: clockTime(until),
    state,
    reason,
  })
  if (slot.state === 'free') {
    const { from } = slot
    const address = paths.bookingAt(locale, { machine: item.id, day: from.slice(0, 10), from, until })
    return (
      <td rowSpan={rows} data-state="free">
        <Link to={address} data-start={clockTime(from)}>
          {label}
        </Link>
      </td>
    )
  }
  return (
    <td rowSpan={rows} data-state={slot.state} data-offered={slot.offeredUntil ? '' : undefined}>
      <span className="visually-hidden">{label}</span>
      <span className="block" aria-hidden="true">
        {slot.span ? shortSpan(slot.span) : reason} {slot.state === 'own' ? ownBlockWords(slot, t) : slot.who}
      </span>
    </td>
  )
}
