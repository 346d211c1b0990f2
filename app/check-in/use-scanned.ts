import { useState } from 'react'
import { useLocation } from 'react-router'
import type { z } from 'zod'

/** Returns what a scanned code has in its fragment, null without it. It survives when the fragment changes to an anchor. */
export function useScanned(schema: z.ZodType<string>): string | null {
  const { hash } = useLocation()
  const [last, setLast] = useState<string | null>(null)
  const { data: scanned = last } = schema.safeParse(hash.slice(1))
  if (scanned !== last) setLast(scanned)
  return scanned
}
