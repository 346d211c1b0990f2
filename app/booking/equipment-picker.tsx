import { memo, type RefObject, useEffect, useRef } from 'react'
import type { TrainingWay } from '../../contracts/live.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { Link } from '../frame/link.tsx'

/** Equipment as the booking screen names it; the price is in words. */
export interface BookableEquipment {
  id: number
  name: string
  requiresTraining: boolean
  training: TrainingWay | null
  /** False while it is out of order or not bookable. */
  isBookable: boolean
  price: string
  /** Terms of service of its space, an address or a text; null = none. */
  terms: string | null
}

interface EquipmentPickerProps {
  equipment: BookableEquipment[]
  equipmentId: number
  day: string
}

/** Chooses equipment by links: it works without JavaScript and the address says what is shown. */
export const EquipmentPicker = memo(function EquipmentPicker({
  equipment,
  equipmentId,
  day,
}: EquipmentPickerProps) {
  const locale = useLocale()
  const t = useTranslate()
  const list = useSideways(equipment.findIndex(({ id }) => id === equipmentId))
  return (
    <nav className="machine-picker" aria-label={t('booking_choose_machine')}>
      <ul ref={list}>
        {equipment.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={paths.bookingAt(locale, { machine: id, day })}
              aria-current={id === equipmentId ? 'page' : undefined}
              preventScrollReset
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
})

/** Scrolls a sideways list to its current item without moving the page. @param current its index */
export function useSideways(current: number): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const item = list.current?.children.item(current)
    if (list.current && item instanceof HTMLElement)
      list.current.scrollLeft = item.offsetLeft - list.current.offsetLeft
  }, [current])
  return list
}
