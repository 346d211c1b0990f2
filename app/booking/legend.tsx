import { useTranslate } from '../i18n/messages.ts'

/** What the signs of the grid mean; screen readers hear it from each slot. */
export function Legend({ signs }: { signs: readonly ('free' | 'taken' | 'own' | 'refused' | 'chosen')[] }) {
  const t = useTranslate()
  return (
    <ul className="legend" aria-hidden="true">
      {signs.map((sign) => (
        <li key={sign}>
          <span data-state={sign} /> {t(`booking_slot_${sign}`)}
        </li>
      ))}
    </ul>
  )
}
