import { forgetCard } from './kept-card.ts'

/** Called at sign-out; screens with live data add themselves. */
const emptiers = new Set<() => void>([forgetCard])

export function onSignOut(empty: () => void): void {
  emptiers.add(empty)
}

/** Removes all data of the last member. */
export function clearLiveData(): void {
  for (const empty of emptiers) empty()
}
