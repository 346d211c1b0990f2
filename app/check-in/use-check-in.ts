import { useEffect, useEffectEvent } from 'react'
import type { z } from 'zod'
import type { ConnectorClient } from '../../clients/connector.ts'
import type { Booking } from '../../contracts/booking.ts'
import type { CheckIn } from '../../contracts/calendar.ts'
import { useMemberWrite } from '../live/use-member-write.ts'
import { authorise } from '../session/authorise.ts'
import { failureOf } from './outcome.ts'

type Arrival = z.infer<typeof CheckIn>

const retryMs = 1000

/** Checks the member in when the screen opens, and again on `retry`. A repeated check-in gets the same response. */
export function useCheckIn(equipmentId: number, member: number, secret: string) {
  const { state, submit } = useMemberWrite(checkIn)
  const start = () => void submit({ member: String(member), resource: String(equipmentId), secret })
  const startOnce = useEffectEvent(start)
  useEffect(() => startOnce(), [])
  return { state, retry: start }
}

async function checkIn(connector: ConnectorClient, arrival: Arrival): Promise<Booking> {
  try {
    return await connector.checkIn(arrival, authorise)
  } catch (error) {
    if (failureOf(error) !== 'away') throw error
    await new Promise((resolve) => setTimeout(resolve, retryMs))
    return connector.checkIn(arrival, authorise)
  }
}
