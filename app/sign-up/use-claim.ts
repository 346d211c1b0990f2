import { useEffect, useState } from 'react'
import type { SignUpClaim } from '../../contracts/sign-up.ts'
import { useConfig } from '../live/use-connector.ts'
import { useLocale } from '../i18n/locale.ts'
import { authorise, fetchSigned } from '../session/authorise.ts'
import { useSession } from '../session/session.ts'

export type SignedInClaim = SignUpClaim

/** Returns the proof of who is signed in, for the form of a sign-up; null for a visitor, and while it is not known. */
export function useClaim(): SignedInClaim | null {
  const { status } = useSession()
  const { backendUrl } = useConfig()
  const locale = useLocale()
  const [claim, setClaim] = useState<SignedInClaim | null>(null)
  useEffect(() => {
    if (status !== 'authenticated') return
    let isCurrent = true
    import('../../clients/backend.ts')
      .then(({ createBackendClient }) =>
        createBackendClient({ baseUrl: backendUrl, authorise, locale, fetch: fetchSigned }).claimSignUp({}),
      )
      .then((answered) => isCurrent && setClaim(answered))
      .catch((error: unknown) => console.error('claim', error))
    return () => {
      isCurrent = false
    }
  }, [status, backendUrl, locale])
  return claim
}
