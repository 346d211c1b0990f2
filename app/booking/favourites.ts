import { useSyncExternalStore } from 'react'
import { useOwnBookings } from '../live/use-own-bookings.ts'
import { useSession } from '../session/session.ts'

const key = 'werkbank.favourites'
const mostFavourites = 20

/** The stored text, and what it holds; read again when another tab writes it. */
let known = { text: '', ids: [] as readonly number[] }
const listeners = new Set<() => void>()

/** The equipment that somebody marked on this device. A browser that stores nothing keeps it until the page is left. */
export function useFavourites(): { ids: readonly number[]; toggle: (id: number) => void } {
  const ids = useSyncExternalStore(subscribe, read, () => none)
  return {
    ids,
    toggle: (id) =>
      write(ids.includes(id) ? ids.filter((each) => each !== id) : [id, ...ids].slice(0, mostFavourites)),
  }
}

const none: readonly number[] = []

/** Returns the equipment of the member's bookings, the last one first; none for a visitor. */
export function useLastUsed(): number[] {
  const { status } = useSession()
  const { data } = useOwnBookings({ enabled: status === 'authenticated' })
  const bookings = data?.data ?? []
  return bookings
    .toSorted((a, b) => (a.fromDateTime < b.fromDateTime ? 1 : -1))
    .map(({ resource }) => resource.id)
}

function read(): readonly number[] {
  let text = known.text
  try {
    text = localStorage.getItem(key) ?? ''
  } catch {
    // Storage is off: what this page knows counts.
  }
  if (text !== known.text) known = { text, ids: idsIn(text) }
  return known.ids
}

function write(ids: readonly number[]): void {
  const text = ids.join(' ')
  try {
    localStorage.setItem(key, text)
  } catch {
    // Storage is off or full.
  }
  known = { text, ids }
  for (const listener of listeners) listener()
}

function idsIn(text: string): number[] {
  return text
    .split(' ')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
    .slice(0, mostFavourites)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
