import { useState } from 'react'
import type { ConnectorClient } from '../../clients/connector.ts'
import { MissingMember } from '../../clients/store-error.ts'
import type { OwnBooking } from '../../contracts/live.ts'
import { useMemberWrite, type WriteState } from '../live/use-member-write.ts'
import { authorise } from '../session/authorise.ts'
import { getSession } from '../session/session.ts'
import { errorsOf, type Wish, type WishErrors } from './booking-request.ts'

/** Purpose of a submit: a new booking, another time for one, a waitlist entry for a taken time. */
export type Purpose = 'book' | 'move' | 'wait'

/** The result of a submit. */
export interface Done extends Wish {
  purpose: Purpose
  /** Id of the booking; null for a waitlist entry. */
  booking: number | null
}

/** The request of a submit. A booking that has changed since (`lockVersion`) makes another request. */
interface BookingRequest {
  purpose: Purpose
  wish: Wish
  moves: Pick<OwnBooking, 'id' | 'lockVersion' | 'resource'> | null
}

export type Result = { kind: 'invalid'; errors: WishErrors } | WriteState<BookingRequest, Done>

interface RequestOptions {
  /** The own booking to move. */
  moves: OwnBooking | null
  /** Address to return to after sign-in. */
  addressOf: (wish: Wish) => string
  onDone: (done: Done) => void
}

/** Checks what the form asks for, signs the visitor in where needed, and sends it once. */
export function useRequest({ moves, addressOf, onDone }: RequestOptions) {
  const [errors, setErrors] = useState<WishErrors | null>(null)
  const { state, isBusy, submit } = useMemberWrite(send, { signInFor: ({ wish }) => addressOf(wish) })
  const result: Result = errors ? { kind: 'invalid', errors } : state
  return {
    result,
    /** @param checks as `errorsOf` takes them */
    async submit(purpose: Purpose, wish: Wish, checks: { lacksTerms: boolean }): Promise<void> {
      if (isBusy) return
      const wrong = errorsOf(wish, checks)
      if (Object.keys(wrong).length > 0) return setErrors(wrong)
      setErrors(null)
      const ended = await submit({ purpose, wish, moves: moves && movedOf(moves) })
      if (ended?.kind === 'done') onDone(ended.answer)
    },
  }
}

function movedOf({ id, lockVersion, resource }: OwnBooking): BookingRequest['moves'] {
  return { id, lockVersion, resource }
}

async function send(
  connector: ConnectorClient,
  { purpose, wish, moves }: BookingRequest,
  key: string,
): Promise<Done> {
  const { equipmentId, fromDateTime, untilDateTime } = wish
  if (purpose === 'move' && moves) {
    const change = { fromDateTime, untilDateTime, lockVersion: moves.lockVersion }
    const { id } = await connector.changeBooking(moves.id, change, authorise, key)
    return { ...wish, equipmentId: moves.resource.id, purpose, booking: id }
  }
  const { member } = getSession()
  if (!member) throw new MissingMember()
  const asked = { fromDateTime, untilDateTime, resource: String(equipmentId), member: String(member.id) }
  if (purpose === 'wait') {
    await connector.joinWaitlist(asked, authorise, key)
    return { ...wish, purpose, booking: null }
  }
  const booking = await connector.createBooking({ ...asked, state: 'confirmed' }, authorise, key)
  return { ...wish, purpose, booking: booking.id }
}
