import { useEffect, useState } from 'react'
import type { LiveEquipment } from '../../contracts/live.ts'
import { type Locale, useLocale } from '../i18n/locale.ts'

/** What the workshop knows right now: null until it is known, 'missing' when it cannot be had. */
export type Live = LiveEquipment[] | null | 'missing'

/** The live state of all machines, asked for once per page when the page is idle. */
export function useLiveEquipment(): Live {
  const locale = useLocale()
  const [live, setLive] = useState<Live>(null)
  useEffect(() => {
    let shown = true
    const give = (value: Live) => {
      if (shown) setLive(value)
    }
    const cancel = whenIdle(() => {
      load(locale).then(give, () => give('missing'))
    })
    return () => {
      shown = false
      cancel()
    }
  }, [locale])
  return live
}

const freshMs = 5000
const loading = new Map<Locale, { at: number; answer: Promise<LiveEquipment[]> }>()

/** All blocks of a page share one request. */
function load(locale: Locale): Promise<LiveEquipment[]> {
  const known = loading.get(locale)
  if (known && performance.now() - known.at < freshMs) return known.answer
  const answer = ask(locale)
  loading.set(locale, { at: performance.now(), answer })
  return answer
}

async function ask(locale: Locale): Promise<LiveEquipment[]> {
  const response = await fetch(`/data/equipment?locale=${locale}`)
  if (!response.ok) throw new Error(`live equipment: ${response.status}`)
  return (await response.json()) as LiveEquipment[]
}

/** Safari has no idle callback. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: 2000 })
  return () => cancelIdleCallback(handle)
}
