import { useSession } from '../session/session.ts'

/** The class of the one action of an empty screen. An account without membership has its main action in the notice above. */
export function useActionClass(): 'button' | 'button quiet' {
  return useSession().error === 'noMember' ? 'button quiet' : 'button'
}
