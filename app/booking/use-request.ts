import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { MissingMember, StoreError } from '../../clients/store-error.ts'
import type { OwnBooking } from '../../contracts/live.ts'
import { useConnector } from '../live/use-connector.ts'
import { authorise, getSession, login, settledSession } from '../session/session.ts'
import { errorsOf, type Wish, type WishErrors } from './booking-request.ts'

/** What the form is sent for: a new booking, another time for one, a place in line for a taken time. */
export type Purpose = 'book' | 'move' | 'wait'

/** What was done. */
export interface Done extends Wish {
  purpose: Purpose
  /** Id of the booking; a place in line has none. */
  booking: number | null
}

export type Result =
  | { kind: 'none' | 'busy' | 'unsigned' }
  | { kind: 'invalid'; errors: WishErrors }
  | { kind: 'refused'; error: unknown; wish: Wish }
  | { kind: 'done'; done: Done }

interface RequestOptions {
  /** The own booking that moves. */
  moves: OwnBooking | null
  /** Where somebody comes back to after signing in. */
  addressOf: (wish: Wish) => string
  onDone: () => void
}

/** Sends what the form asks for to the connector with the member's own token (specification section 7), once. */
export function useRequest({ moves, addressOf, onDone }: RequestOptions) {
  const write = useWrite(moves)
  const memory = useQueryClient()
  const [result, setResult] = useState<Result>({ kind: 'none' })
  // Known at once, where the state comes with the next render: a double click asks once.
  const running = useRef(false)
  // A wish keeps its key until it is answered: asked again after a lost answer, it is done once.
  const keyed = useRef({ wish: '', key: '' })

  const send = async (purpose: Purpose, wish: Wish): Promise<Result> => {
    const { status } = await settledSession()
    if (status !== 'authenticated') return { kind: (await login(addressOf(wish))) ? 'none' : 'unsigned' }
    // All that is sent: a booking that has changed since is another request.
    const named = JSON.stringify([purpose, wish, moves?.id, moves?.lockVersion])
    if (keyed.current.wish !== named) keyed.current = { wish: named, key: crypto.randomUUID() }
    try {
      const done = await write(purpose, wish, keyed.current.key)
      keyed.current = { wish: '', key: '' }
      return { kind: 'done', done }
    } catch (error) {
      if (error instanceof StoreError && error.status < 500) keyed.current = { wish: '', key: '' }
      return { kind: 'refused', error, wish }
    }
  }

  return {
    result,
    async submit(purpose: Purpose, wish: Wish): Promise<void> {
      if (running.current) return
      const errors = errorsOf(wish)
      if (Object.keys(errors).length > 0) return setResult({ kind: 'invalid', errors })
      running.current = true
      setResult({ kind: 'busy' })
      const answered = await send(purpose, wish).catch(
        (error: unknown) => ({ kind: 'refused', error, wish }) as const,
      )
      running.current = false
      setResult(answered)
      if (answered.kind === 'done') onDone()
      // Also after a refusal: what was seen before asking is out of date. Credits change with it.
      if (answered.kind === 'done' || answered.kind === 'refused') void memory.invalidateQueries()
    },
  }
}

function useWrite(moves: OwnBooking | null) {
  const load = useConnector()
  return async (purpose: Purpose, wish: Wish, key: string): Promise<Done> => {
    const connector = await load()
    const { machine, fromDateTime, untilDateTime } = wish
    if (purpose === 'move' && moves) {
      const change = { fromDateTime, untilDateTime, lockVersion: moves.lockVersion }
      const { id } = await connector.changeBooking(moves.id, change, authorise, key)
      return { ...wish, machine: moves.resource.id, purpose, booking: id }
    }
    const { member } = getSession()
    if (!member) throw new MissingMember()
    const asked = { fromDateTime, untilDateTime, resource: String(machine), member: String(member.id) }
    if (purpose === 'wait') {
      await connector.joinWaitlist(asked, authorise, key)
      return { ...wish, purpose, booking: null }
    }
    const booking = await connector.createBooking({ ...asked, state: 'confirmed' }, authorise, key)
    return { ...wish, purpose, booking: booking.id }
  }
}
