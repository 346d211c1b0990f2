import type { ReactNode } from 'react'
import { login } from './session.ts'

interface SignInButtonProps {
  returnTo: string
  /** The page has a more important button. */
  quiet?: boolean
  children: ReactNode
}

/** Sends the visitor to sign in and back to `returnTo`; without JavaScript a link to it. */
export function SignInButton({ returnTo, quiet = false, children }: SignInButtonProps) {
  return (
    <a
      className={quiet ? 'button quiet' : 'button'}
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
