import type { Day } from './time.ts'

/** `ended`: its training is over. */
export type CertificateState = 'valid' | 'ended' | 'revoked'

interface Facts {
  /** Last day of the training, which is valid on it; null = without end. */
  until: Day | null
  isRevoked: boolean
}

export function certificateState({ until, isRevoked }: Facts, today: Day): CertificateState {
  if (isRevoked) return 'revoked'
  return until !== null && until < today ? 'ended' : 'valid'
}

/** Returns the first name and the initial of the last one: "Ada B." for "Ada Maria Berg". */
export function shortName(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const [first = ''] = words
  const [initial] = words.length > 1 ? (words.at(-1) ?? '') : ''
  return initial ? `${first} ${initial.toLocaleUpperCase('de')}.` : first
}
