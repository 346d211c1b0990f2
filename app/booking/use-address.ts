import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
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
  const navigationTarget = useNavigationTarget()
  const { pathname, search } = useLocation()
  const address = pathname + search
  const follow = useEffectEvent((from: string) => {
    // To follow would end the navigation to another page, or undo one that has ended but is not shown yet.
    const isHere = location.pathname + location.search === from
    if (isHere && !navigationTarget()) go({ day: chosen?.from.slice(0, 10) ?? day, chosen })
  })
  useEffect(() => {
    if (wanted === shown) return
    // Another choice or address starts the wait again.
    const timer = setTimeout(() => follow(address), settledMs)
    return () => clearTimeout(timer)
  }, [wanted, shown, address])
}

function timeKey(time: Time | null): string {
  return time ? `${time.from} ${time.until}` : ''
}
