import { RouterContextProvider } from 'react-router'
import type { Booking, BookingFilter } from '../../../contracts/booking.ts'
import { aMachine, aSpace, now } from '../../booking/booking.fixture.ts'
import { siteServices, type SiteServices } from '../../context.ts'

interface Given {
  bookings?: Booking[]
  /** The signed-in member; an error is thrown. */
  caller?: { memberId: number } | Error | null
  connector?: Partial<SiteServices['connector']>
  /** Ages of bookings in seconds; none: they are fresh. */
  ages?: number[]
  /** Other services that a route reads. */
  services?: object
}

/** Returns the arguments of a data route's loader over a small workshop, and what it logs. */
export function dataRequest(
  path: string,
  { bookings = [], caller = null, connector = {}, ages = [], services: others = {} }: Given = {},
) {
  const logged: object[] = []
  const asked: BookingFilter[] = []
  const workshop = {
    spaces: async () => [aSpace()],
    space: async (id: number) => (id === 1 ? aSpace() : null),
    equipment: async () => [aMachine(), aMachine({ id: 2, visibleForMembers: false })],
    equipmentItem: async (id: number) => {
      if (id === 2) return aMachine({ id, visibleForMembers: false })
      return id === 1 ? aMachine() : null
    },
    bookings: async (filter: BookingFilter) => {
      asked.push(filter)
      return bookings
    },
    bookingsOfMember: async (memberId: number) =>
      bookings.filter(({ member }) => typeof member === 'object' && member.id === memberId),
    bookingCosts: async () => [],
    waitlist: async () => [],
    ...connector,
  }
  const services = {
    connector: workshop,
    connectorWithAge: (onStale: (ageSeconds: number) => void) => ({
      ...workshop,
      bookings: async (filter: BookingFilter) => {
        for (const age of ages) onStale(age)
        return workshop.bookings(filter)
      },
      bookingsOfMember: async (memberId: number) => {
        for (const age of ages) onStale(age)
        return workshop.bookingsOfMember(memberId)
      },
    }),
    signedIn: async () => {
      if (caller instanceof Error) throw caller
      return caller
    },
    config: { publicUrl: 'https://halle9.example' },
    now: () => now,
    log: { warn: () => {}, error: (details: object) => void logged.push(details) },
    ...others,
  }
  const context = new RouterContextProvider()
  context.set(siteServices, services as unknown as SiteServices)
  const request = new Request(`https://halle9.example${path}`)
  const pattern = new URL(request.url).pathname.slice(1)
  return { args: { request, context, params: {}, pattern } as never, logged, asked }
}

/** A Problem of another class: the composition root is not in the site's bundle. */
export function foreignProblem(code: string, status: number): Error {
  return Object.assign(new Error(code), { name: 'Problem', code, status, options: {} })
}
