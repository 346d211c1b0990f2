import { useSyncExternalStore } from 'react'
import { useTranslate } from '../i18n/messages.ts'

/** Times are always those of the space; a visitor elsewhere is told so. */
export function ZoneNote({ zone }: { zone: string }) {
  const t = useTranslate()
  const own = useSyncExternalStore(
    () => () => {},
    ownZone,
    () => zone,
  )
  return own === zone ? null : <p className="hint">{t('booking_zone_note', { zone })}</p>
}

/** React asks several times for each drawing, and Intl is slow to answer. */
let known: string | undefined

function ownZone(): string {
  return (known ??= Intl.DateTimeFormat().resolvedOptions().timeZone)
}
