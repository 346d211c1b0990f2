import type { FreeMachine } from '../../contracts/live.ts'
import { clockTime, longDay, money } from '../i18n/format.ts'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { type Translate, useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { Link } from '../frame/link.tsx'
import { reasonKeys } from './reasons.ts'
import type { Missing } from './use-access.ts'

interface FreeListProps {
  machines: FreeMachine[]
  /** What the member lacks on that day, by machine; null for visitors and while nobody knows. */
  access: ReadonlyMap<number, Missing> | null
}

/** What is free at the asked time, each with the way to book it; then what is not, with its reason and when again. */
export function FreeList({ machines, access }: FreeListProps) {
  const locale = useLocale()
  const t = useTranslate()
  const lacks = ({ id }: FreeMachine) => (access?.get(id)?.length ?? 0) > 0
  const free = machines.filter((each) => each.isFree && !lacks(each))
  const lacking = machines.filter((each) => each.isFree && lacks(each))
  const others = machines.filter(({ isFree }) => !isFree)
  const [first] = machines
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
      {free.length > 0 && (
        <ul className="free-list">
          {free.map((machine) => (
            <li key={machine.id}>
              <div>
                <h3>{machine.name}</h3>
                <p>{detailsOf(machine, access === null, locale, t)}</p>
              </div>
              <Link
                className="button quiet"
                to={bookAt(machine, machine.from, machine.until, locale)}
                aria-label={t('booking_time_book', { machine: machine.name })}
              >
                {t('booking_time_choose')}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {lacking.length > 0 && (
        <>
          <h2>{t('booking_time_lacking')}</h2>
          <ul className="free-list quiet">
            {lacking.map((machine) => (
              <li key={machine.id}>
                <div>
                  <h3>{machine.name}</h3>
                  <p>{reasonOf({ codes: access?.get(machine.id) ?? [], taken: null }, t)}</p>
                </div>
                <Link className="button quiet" to={bookAt(machine, machine.from, machine.until, locale)}>
                  {t('booking_time_how')}
                  <span className="visually-hidden">: {machine.name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {others.length > 0 && (
        <>
          <h2>{t('booking_time_not_free')}</h2>
          <ul className="free-list quiet">
            {others.map((machine) => (
              <li key={machine.id}>
                <div>
                  <h3>{machine.name}</h3>
                  <p>{reasonOf(machine, t)}</p>
                </div>
                {machine.next && <NextStart machine={machine} next={machine.next} />}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function NextStart({ machine, next }: { machine: FreeMachine; next: string }) {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <Link
      className="button quiet"
      to={paths.bookingAt(locale, { machine: machine.id, day: next.slice(0, 10) })}
    >
      {t('booking_time_next', { day: longDay(next, locale), time: clockTime(next) })}
      <span className="visually-hidden">: {machine.name}</span>
    </Link>
  )
}

function bookAt({ id }: FreeMachine, from: string, until: string, locale: Locale): string {
  return paths.bookingAt(locale, { machine: id, day: from.slice(0, 10), from, until })
}

function countOf(count: number, t: Translate): string {
  if (count === 0) return t('booking_time_none')
  return count === 1 ? t('booking_time_one') : t('booking_time_count', { count })
}

/** "15,00 € · mit Sicherheitsunterweisung" */
function detailsOf(machine: FreeMachine, isVisitor: boolean, locale: Locale, t: Translate) {
  const isFreeOfCharge = Number(machine.price) === 0
  const price = isFreeOfCharge ? t('booking_form_free_of_charge') : money(machine.price, locale)
  return isVisitor && machine.requiresTraining ? `${price} · ${t('booking_time_training')}` : price
}

function reasonOf({ codes, taken }: Pick<FreeMachine, 'codes' | 'taken'>, t: Translate): string {
  const reasons = codes.flatMap((code) => {
    if (code === 'overlap' && taken) return [t(taken === 'own' ? 'booking_slot_own' : 'booking_slot_taken')]
    const key = reasonKeys[code]
    return key ? [t(key)] : []
  })
  return reasons.join(', ')
}
