import { useEffect, useState } from 'react'

/** So long, in milliseconds, something must stay as it is before others are asked about it. */
const settledMs = 250

/** The value once it has stayed the same for a moment; the first one at once. It is compared by its JSON. */
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
