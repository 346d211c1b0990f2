import { useState } from 'react'

/** Returns the instant at which this part of the screen appeared. */
export function useNow(): Date {
  const [now] = useState(() => new Date())
  return now
}
