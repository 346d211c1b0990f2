import type { State } from 'altcha/types'
import type { Ref } from 'react'

/** The element as far as forms use it. Before its script is there it has no methods. */
export interface ProofElement extends HTMLElement {
  getState?: () => `${State}`
  verify?: () => Promise<unknown>
  reset?: () => void
}

/** Loads the script of the element, once. Without it a form says at the field `altcha` that the proof is missing. */
export async function loadProof(): Promise<void> {
  await import('./altcha.ts').catch((error: unknown) => console.error('altcha', error))
}

interface ProofOfWorkProps {
  ref: Ref<ProofElement>
  /** Address of the endpoint that gives a challenge. */
  challenge: string
}

/** The proof of work of a form (ALTCHA), without anything to see or to solve: its result is the field `altcha`. */
export function ProofOfWork({ ref, challenge }: ProofOfWorkProps) {
  return (
    <altcha-widget
      ref={ref}
      hidden
      suppressHydrationWarning
      challenge={challenge}
      name="altcha"
      auto="off"
      display="invisible"
      // Nothing of how the page is used is recorded.
      configuration='{"humanInteractionSignature":false}'
    />
  )
}
