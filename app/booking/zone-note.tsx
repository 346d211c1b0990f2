import { useSyncExternalStore } from 'react'
import { useTranslate } from '../i18n/messages.ts'

/** Times are always those of the space; a visitor elsewhere is told so. */
export function ZoneNote({ zone }: { zone: string }) {
  const t = useTranslate()
  const own = useSyncExternalStore(
    () => () => {},
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => zone,
  )
  return own === zone ? null : <p className="hint">{t('booking_zone_note', { zone })}</p>
}
