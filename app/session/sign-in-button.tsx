import type { ReactNode } from 'react'
import { login } from './session.ts'

/** Sends the visitor to sign in and back to `returnTo`; without JavaScript a link to it. */
export function SignInButton({ returnTo, children }: { returnTo: string; children: ReactNode }) {
  return (
    <a
      className="button"
      href={returnTo}
      onClick={(event) => {
        event.preventDefault()
        void login(returnTo)
      }}
    >
      {children}
    </a>
  )
}
