import { useEffect, useState } from 'react'
import type { SignUpAssertion } from '../../contracts/sign-up.ts'
import { useConfig } from '../live/use-connector.ts'
import { useLocale } from '../i18n/locale.ts'
import { authorise, fetchSigned } from '../session/authorise.ts'
import { useSession } from '../session/session.ts'

export type SignedInAssertion = SignUpAssertion

/** Returns the proof of who is signed in, for the form of a sign-up; null for a visitor, and while it is not known. */
export function useAssertion(): SignedInAssertion | null {
  const { status } = useSession()
  const { backendUrl } = useConfig()
  const locale = useLocale()
  const [assertion, setAssertion] = useState<SignedInAssertion | null>(null)
  useEffect(() => {
    if (status !== 'authenticated') return
    let isCurrent = true
    import('../../clients/backend.ts')
      .then(({ createBackendClient }) =>
        createBackendClient({ baseUrl: backendUrl, authorise, locale, fetch: fetchSigned }).assertSignUp({}),
      )
      .then((answered) => isCurrent && setAssertion(answered))
      .catch((error: unknown) => console.error('assertion', error))
    return () => {
      isCurrent = false
    }
  }, [status, backendUrl, locale])
  return assertion
}
