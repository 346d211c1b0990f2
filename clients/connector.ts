import { z } from 'zod'
import {
  Booking,
  BookingChange,
  BookingCreation,
  type BookingFilter,
  BookingQuote,
  OwnCost,
  QuotedBooking,
} from '../contracts/booking.ts'
import {
  CalendarAddress,
  CalendarFeed,
  type CalendarKind,
  CalendarToken,
  type CheckIn,
  CheckInSecret,
} from '../contracts/calendar.ts'
import { Credit, CreditUse } from '../contracts/credit.ts'
import { Equipment } from '../contracts/equipment.ts'
import { ageOf } from '../contracts/age.ts'
import {
  EquipmentAccess,
  Member,
  MemberPackage,
  MemberTraining,
  TrainedResources,
} from '../contracts/member.ts'
import { Package } from '../contracts/package.ts'
import { type Locale, problemMessage } from '../contracts/problem.ts'
import { Space } from '../contracts/space.ts'
import { WaitlistCreation, WaitlistEntry } from '../contracts/waitlist.ts'
import { StoreError, storeErrorOf } from './store-error.ts'

export interface ConnectorClientOptions {
  /** With the API version, no trailing slash: `https://halle9.example/connector/v1`. */
  baseUrl: string
  /** Connector token for reads: ability `read`, or `manage` for the members' calls. None in the browser. */
  token?: string | null
  fetch: (request: Request) => Promise<Response>
  /** Chooses the language of the server's sentences. */
  locale?: Locale
  /** Gets the details of every answer that does not fit its contract (specification section 5). */
  log: (details: { message: string; issues: unknown }) => void
  /** Hears of each answer that is not from now, and how old it is: workshop management is away or slow. */
  onStale?: ((ageSeconds: number) => void) | undefined
}

/** Headers that carry a member's access token for one request: `authorization`, and `dpop` where it is bound. */
export type Authorise = (request: {
  method: string
  url: string
}) => Promise<Record<string, string>> | Record<string, string>

export type ConnectorClient = ReturnType<typeof createConnectorClient>

const timeoutMs = 8000
const bookingMessage = 'Validation failed for created booking data.'
const waitlistMessage = 'Validation failed for waitlist data.'
const calendarMessage = 'Validation failed for calendar data.'
const secretMessage = 'Validation failed for check-in data.'

/**
 * The connector to workshop management (specification section 7). Every method throws StoreError when the connector
 * refuses or cannot be reached, and Error with the sentence of the specification's section 8 when an answer does not
 * fit. `null` = there is no such thing.
 */
export function createConnectorClient(options: ConnectorClientOptions) {
  const { baseUrl, token, fetch, locale = 'de', log, onStale } = options
  const managed = { authorise: connectorToken }

  return {
    /** All bookings of a member in every state. */
    bookingsOfMember: (member: number) =>
      read(
        `/fabman/bookings?member=${member}&state=`,
        z.array(Booking),
        'Validation failed for booking data.',
      ),
    /** Bookings that overlap the given wall-clock times; without `state` in every state. */
    bookings: (filter: BookingFilter = {}) =>
      read(`/fabman/bookings${query(filter)}`, z.array(Booking), 'Validation failed for booking data.'),

    /**
     * Books for the member behind `authorise`. An invalid booking makes no request.
     * @param key Idempotency-Key: with the same one, asking again never books twice
     */
    async createBooking(creation: BookingCreation, authorise: Authorise, key?: string): Promise<Booking> {
      const body = checked(BookingCreation, creation, bookingMessage)
      return write('POST', '/fabman/bookings', { authorise, body, key }, Booking, bookingMessage)
    },
    /** What createBooking, or with `moves` changeBooking, would cost and why it would be refused; writes nothing. */
    async quoteBooking(asked: QuotedBooking, authorise: Authorise): Promise<BookingQuote> {
      const body = checked(QuotedBooking, asked, bookingMessage)
      return write('POST', '/fabman/bookings/quote', { authorise, body }, BookingQuote, bookingMessage)
    },
    /** Moves, extends or shortens a booking of the member behind `authorise`. */
    async changeBooking(
      id: number,
      change: BookingChange,
      authorise: Authorise,
      key?: string,
    ): Promise<Booking> {
      const body = checked(BookingChange, change, bookingMessage)
      return write('PATCH', `/fabman/bookings/${id}`, { authorise, body, key }, Booking, bookingMessage)
    },
    /** What each of up to 100 bookings costs, and what cancelling it now would; one that is not there is left out. */
    bookingCosts: (ids: number[]) =>
      read(
        `/fabman/bookings/costs?ids=${ids.join(',')}`,
        z.array(OwnCost),
        'Validation failed for booking data.',
      ),

    /** Places of a member in lines for taken times, newest first. */
    waitlist: (member: number) =>
      read(`/fabman/waitlist?member=${member}`, z.array(WaitlistEntry), waitlistMessage),
    async joinWaitlist(place: WaitlistCreation, authorise: Authorise, key?: string): Promise<WaitlistEntry> {
      const body = checked(WaitlistCreation, place, waitlistMessage)
      return write('POST', '/fabman/waitlist', { authorise, body, key }, WaitlistEntry, waitlistMessage)
    },
    /** Gives up a place, or declines its offer. */
    leaveWaitlist: (id: number, authorise: Authorise) =>
      write('DELETE', `/fabman/waitlist/${id}`, { authorise }, WaitlistEntry, waitlistMessage),
    acceptOffer: (id: number, authorise: Authorise) =>
      write('POST', `/fabman/waitlist/${id}/accept`, { authorise }, Booking, bookingMessage),
    /** Says that the member behind `authorise` is at the machine, by the secret of its QR code. */
    checkIn: (arrival: z.infer<typeof CheckIn>, authorise: Authorise) =>
      write('POST', '/fabman/check-ins', { authorise, body: arrival }, Booking, bookingMessage),

    /** What a calendar address opens; null for a wrong or an old one. */
    calendarFeed: (kind: CalendarKind, id: number, token: string) =>
      readOne(`/fabman/calendars/${kind}/${id}/${token}`, CalendarFeed, calendarMessage),
    /** The booking in state `cancelled`. Every failure has the specification's sentence and the StoreError as cause. */
    async cancelBooking(id: number, authorise: Authorise): Promise<Booking> {
      const response = await send('DELETE', `/fabman/bookings/${id}`, authorise).catch((cause: unknown) => {
        throw new Error(bookingMessage, { cause })
      })
      return checked(Booking, await jsonOf(response), bookingMessage)
    },

    equipmentItem: (id: number) =>
      readOne(`/fabman/resources/${id}`, Equipment, 'Validation failed for equipment item.'),
    /** All equipment, or that of one space. */
    equipment: (filter: { space?: number } = {}) =>
      read(`/fabman/resources${query(filter)}`, z.array(Equipment), 'Validation failed for equipment data.'),
    /** Ids of the equipment that the trainings of the member behind `authorise` unlock today. */
    trainedEquipment: async (member: number, authorise: Authorise) =>
      checked(
        TrainedResources,
        await jsonOf(await send('GET', `/fabman/members/${member}/trained-resources`, authorise)),
        'Validation failed for trained equipment IDs.',
      ),
    /** What keeps the member behind `authorise` from booking each piece of equipment on a day (YYYY-MM-DD). */
    equipmentAccess: async (member: number, day: string, authorise: Authorise) =>
      checked(
        z.array(EquipmentAccess),
        await jsonOf(
          await send('GET', `/fabman/members/${member}/equipment-access${query({ day })}`, authorise),
        ),
        'Validation failed for equipment access.',
      ),
    spaces: () => read('/fabman/spaces', z.array(Space), 'Validation failed for space data.'),
    space: (id: number) => readOne(`/fabman/spaces/${id}`, Space, `Validation failed for space ID ${id}.`),

    /** Nobody or one; in any case of letters. Needs the manage token, as all below. */
    membersByEmail: (email: string) =>
      read(`/fabman/members${query({ email })}`, z.array(Member), 'Validation failed for member data.'),
    member: (id: number) => readOne(`/fabman/members/${id}`, Member, 'Validation failed for member data.'),
    credits: (member: number) =>
      readOne(`/fabman/members/${member}/credits`, z.array(Credit), 'Validation failed for credit data.'),
    creditUses: (member: number, credit: number) =>
      readOne(
        `/fabman/members/${member}/credits/${credit}/uses`,
        z.array(CreditUse),
        'Validation failed for credit use data.',
      ),
    /** The present address of a calendar, which may have none yet. */
    calendarToken: (kind: CalendarKind, id: number) =>
      readOne(`/fabman/${kind}/${id}/calendar-token`, CalendarAddress, calendarMessage),
    /** A new address for a calendar; the old one is useless then. */
    renewCalendarToken: (kind: CalendarKind, id: number) =>
      write('PUT', `/fabman/${kind}/${id}/calendar-token`, managed, CalendarToken, calendarMessage),
    checkInSecret: (resource: number) =>
      readOne(`/fabman/resources/${resource}/check-in-secret`, CheckInSecret, secretMessage),
    /** A new secret for a machine; the old QR code is useless then. */
    renewCheckInSecret: (resource: number) =>
      write('PUT', `/fabman/resources/${resource}/check-in-secret`, managed, CheckInSecret, secretMessage),
    /** The price list, in its order. */
    packageList: () => read('/fabman/packages', z.array(Package), 'Validation failed for package data.'),
    packages: (member: number) =>
      readOne(
        `/fabman/members/${member}/packages`,
        z.array(MemberPackage),
        'Validation failed for package data.',
      ),
    trainings: (member: number) =>
      readOne(
        `/fabman/members/${member}/trainings`,
        z.array(MemberTraining),
        'Validation failed for training data.',
      ),
  }

  async function read<T extends z.ZodType>(path: string, schema: T, message: string): Promise<z.output<T>> {
    return checked(schema, await jsonOf(await send('GET', path, connectorToken)), message)
  }

  async function readOne<T extends z.ZodType>(path: string, schema: T, message: string) {
    try {
      return await read(path, schema, message)
    } catch (error) {
      if (error instanceof StoreError && error.problem?.code === 'notFound') return null
      throw error
    }
  }

  async function write<T extends z.ZodType>(
    method: string,
    path: string,
    given: { authorise: Authorise; body?: object; key?: string | undefined },
    schema: T,
    message: string,
  ): Promise<z.output<T>> {
    return checked(
      schema,
      await jsonOf(await send(method, path, given.authorise, given.body, given.key)),
      message,
    )
  }

  function connectorToken(): Record<string, string> {
    return token ? { authorization: `Bearer ${token}` } : {}
  }

  async function send(
    method: string,
    path: string,
    authorise: Authorise,
    body?: object,
    key?: string,
  ): Promise<Response> {
    const url = baseUrl + path
    const headers = {
      accept: 'application/json',
      'accept-language': locale,
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
      ...(await authorise({ method, url })),
    }
    const signal = AbortSignal.timeout(timeoutMs)
    const request = new Request(url, { method, headers, signal, ...(body && { body: JSON.stringify(body) }) })
    const response = await fetch(request).catch((cause: unknown) => {
      throw unavailable(locale, cause)
    })
    if (!response.ok) throw await storeErrorOf(response)
    const age = ageOf(response.headers)
    if (age !== null) onStale?.(age)
    return response
  }

  function checked<T extends z.ZodType>(schema: T, value: unknown, message: string): z.output<T> {
    const result = schema.safeParse(value)
    if (result.success) return result.data
    log({ message, issues: result.error.issues })
    throw new Error(message, { cause: result.error })
  }
}

/** The body as JSON; one that is none fits no contract. */
async function jsonOf(response: Response): Promise<unknown> {
  return response.json().catch(() => undefined)
}

function query(values: Record<string, string | number | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return given.length > 0
    ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
    : ''
}

function unavailable(locale: Locale, cause: unknown): StoreError {
  const code = 'upstreamUnavailable'
  const body = {
    type: `urn:werkbank:problem:${code}`,
    title: problemMessage(code, 'en'),
    status: 503,
    code,
    message: problemMessage(code, locale),
  }
  return new StoreError(body.status, body, { cause })
}
