import { useSyncExternalStore } from 'react'
import { useTranslate } from '../i18n/messages.ts'

/** Times are always those of the space; a visitor elsewhere is told so. */
export function ZoneNote({ zone }: { zone: string }) {
  const t = useTranslate()
  const own = useSyncExternalStore(
    subscribe,
    () => known ?? zone,
    () => zone,
  )
  return own === zone ? null : <p className="hint">{t('booking_zone_note', { zone })}</p>
}

/** The browser's own zone; Intl is slow to say its first word, so it is asked when the page is alive and idle. */
let known: string | undefined

function subscribe(changed: () => void): () => void {
  if (known !== undefined) return () => {}
  const ask = () => {
    known = Intl.DateTimeFormat().resolvedOptions().timeZone
    changed()
  }
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(ask, 500)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(ask, { timeout: 2000 })
  return () => cancelIdleCallback(handle)
}
