import type { State } from 'altcha/types'
import { type Ref, useEffect } from 'react'

/** The element as far as forms use it. Before its script is there it has no methods. */
export interface ProofElement extends HTMLElement {
  getState?: () => `${State}`
  verify?: () => Promise<unknown>
  reset?: () => void
}

interface ProofOfWorkProps {
  ref: Ref<ProofElement>
  /** Address of the endpoint that gives a challenge. */
  challenge: string
  /** Called with whether the browser is at work. */
  onWork: (isWorking: boolean) => void
}

/** The proof of work of a form (ALTCHA), without anything to see or to solve: its result is the field `altcha`. */
export function ProofOfWork({ ref, challenge, onWork }: ProofOfWorkProps) {
  useEffect(() => {
    import('./altcha.ts').catch((error: unknown) => console.error('altcha', error))
  }, [])
  return (
    <altcha-widget
      ref={(element) => {
        const listen = (event: Event) =>
          onWork((event as CustomEvent<{ state: string }>).detail.state === 'verifying')
        element?.addEventListener('statechange', listen)
        if (typeof ref === 'function') ref(element)
        else if (ref) ref.current = element
        return () => element?.removeEventListener('statechange', listen)
      }}
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
