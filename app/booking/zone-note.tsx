import { useSyncExternalStore } from 'react'
import { useTranslate } from '../i18n/messages.ts'

/** Tells visitors in another time zone that all times are those of the space. */
export function ZoneNote({ zone }: { zone: string }) {
  const t = useTranslate()
  const own = useSyncExternalStore(
    subscribe,
    () => known ?? zone,
    () => zone,
  )
  return own === zone ? null : <p className="hint">{t('booking_zone_note', { zone })}</p>
}

/** Time zone of the browser. The first call of Intl is slow, so it waits until the page is idle. */
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
