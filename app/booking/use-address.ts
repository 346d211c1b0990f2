import { useEffect, useEffectEvent } from 'react'
import { useNavigation } from 'react-router'
import { useNavigationTarget } from '../delivery/navigation-state.ts'

type Time = { from: string; until: string }

interface Choice {
  day: string
  chosen: Time | null
}

/** Milliseconds without a change before the address follows the choice. */
const settledMs = 300

/**
 * Keeps the chosen time in the address, so that a reload, sign-in and the other language find it again.
 * @param inAddress the time that the address states
 * @param go changes the address
 */
export function useAddress(
  { day, chosen }: Choice,
  inAddress: Time | null,
  go: (next: Choice) => void,
): void {
  const wanted = timeKey(chosen)
  const shown = timeKey(inAddress)
  // To follow would end the navigation to another page.
  const isLeaving = useNavigation().state !== 'idle'
  const navigationTarget = useNavigationTarget()
  const follow = useEffectEvent(() => {
    if (!navigationTarget()) go({ day: chosen?.from.slice(0, 10) ?? day, chosen })
  })
  useEffect(() => {
    if (wanted === shown || isLeaving) return
    // Another choice starts the wait again.
    const timer = setTimeout(() => follow(), settledMs)
    return () => clearTimeout(timer)
  }, [wanted, shown, isLeaving])
}

function timeKey(time: Time | null): string {
  return time ? `${time.from} ${time.until}` : ''
}
