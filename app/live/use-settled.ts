import { useEffect, useState } from 'react'

/** Milliseconds without a change before a value counts as settled. */
const settledMs = 250

/** Returns the value once it has settled; the first value at once. Values are compared by their JSON. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  const same = JSON.stringify(settled) === JSON.stringify(value)
  useEffect(() => {
    if (same) return
    const timer = setTimeout(() => setSettled(value), settledMs)
    return () => clearTimeout(timer)
  }, [same, value])
  return settled
}
