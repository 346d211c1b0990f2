import { useQuery } from '@tanstack/react-query'
import { memo, useState } from 'react'
import type { LiveEquipment, TrainingWays } from '../../contracts/live.ts'
import { Link } from '../frame/link.tsx'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { askLive } from '../live/ask-data.ts'
import * as paths from '../paths.ts'
import { EquipmentDrawing } from './equipment-drawing.tsx'
import { useFavourites, useLastUsed } from './favourites.ts'
import { useDiscounts } from './use-access.ts'

/** Equipment as the booking screen names it; the price is in words. */
export interface BookableEquipment {
  id: number
  name: string
  /** Name of its kind in the page's language; '' without one. */
  type: string
  /** Address of its drawing on this site. */
  drawing: string | null
  requiresTraining: boolean
  training: TrainingWays | null
  /** False while it is out of order or not bookable. */
  isBookable: boolean
  price: string
  pricePerBooking: string
  pricePerBookingSeconds: number | null
  /** Terms of service of its space, an address or a text; null = none. */
  terms: string | null
}

interface EquipmentPickerProps {
  equipment: BookableEquipment[]
  equipmentId: number
  day: string
}

/**
 * Chooses equipment by links: it works without JavaScript and the address says what is shown. Favourites and what was
 * booked last stand before the list of all, which is grouped by kind and says what each does now.
 */
export const EquipmentPicker = memo(function EquipmentPicker({
  equipment,
  equipmentId,
  day,
}: EquipmentPickerProps) {
  const locale = useLocale()
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const favourites = useFavourites()
  const lastUsed = useLastUsed()
  const live = useLiveStates(isOpen)
  const percent = Number(useDiscounts(day)?.(equipmentId) ?? 0)
  const current = equipment.find(({ id }) => id === equipmentId)
  if (!current) return null
  const first = [...new Set([...favourites.ids, ...lastUsed])].filter((id) => id !== equipmentId)
  const near = first.flatMap((id) => equipment.find((each) => each.id === id) ?? []).slice(0, 4)
  const addressOf = (id: number) => paths.bookingAt(locale, { machine: id, day })
  const isFavourite = favourites.ids.includes(equipmentId)
  return (
    <div className="machine-picker">
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <EquipmentDrawing drawing={current.drawing} />
          <span className="picked">
            <strong>{current.name}</strong>
            <span>
              {current.price}
              {percent > 0 && ` · ${t('booking_price_discount', { percent })}`}
            </span>
          </span>
          <span className="pick-other">{t('booking_choose_machine')}</span>
        </summary>
        <nav aria-label={t('booking_choose_machine')}>
          {[...Map.groupBy(equipment, ({ type }) => type)].map(([type, items]) => (
            <section key={type} aria-label={type || undefined}>
              {type && <h2>{type}</h2>}
              <ul>
                {items.map(({ id, name, drawing, price }) => (
                  <li key={id}>
                    <Link
                      to={addressOf(id)}
                      aria-current={id === equipmentId ? 'page' : undefined}
                      preventScrollReset
                      onClick={() => setOpen(false)}
                    >
                      <EquipmentDrawing drawing={drawing} />
                      <span>
                        <strong>{name}</strong>
                        <small>{price}</small>
                        <LiveSign state={live.get(id)} />
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
      </details>
      <ul className="near" aria-label={t('booking_near_machines')}>
        {near.map(({ id, name }, index) => (
          <li key={id}>
            {/* Those that are marked come first. */}
            {index === near.findIndex((each) => !favourites.ids.includes(each.id)) && (
              <span className="hint">{t('booking_last_used')}</span>
            )}
            <Link to={addressOf(id)} preventScrollReset>
              {favourites.ids.includes(id) && <span aria-hidden="true">★ </span>}
              {name}
            </Link>
          </li>
        ))}
        <li>
          <button
            type="button"
            className="favourite"
            aria-pressed={isFavourite}
            onClick={() => favourites.toggle(equipmentId)}
          >
            <span aria-hidden="true">{isFavourite ? '★' : '☆'}</span> {t('booking_favourite')}
          </button>
        </li>
      </ul>
    </div>
  )
})

/** What equipment does now, with a sign that differs in shape; keeps its line while it is not known. */
function LiveSign({ state }: { state: LiveEquipment | undefined }) {
  return (
    <span className="live-status">{state ? <span data-state={state.state}>{state.status}</span> : ' '}</span>
  )
}

const liveMs = 15_000

/** Returns what each piece of equipment does now while somebody looks at the list; without an answer none is said. */
function useLiveStates(isOpen: boolean): ReadonlyMap<number, LiveEquipment> {
  const locale = useLocale()
  const { data } = useQuery({
    queryKey: ['equipment', locale],
    queryFn: async () => (await askLive('/data/equipment', {}, locale, 'visitor')).data,
    enabled: isOpen,
    refetchInterval: liveMs,
    select: byId,
  })
  return data ?? nothing
}

const nothing: ReadonlyMap<number, LiveEquipment> = new Map()

function byId(equipment: LiveEquipment[]): ReadonlyMap<number, LiveEquipment> {
  return new Map(equipment.map((each) => [each.id, each]))
}
