import { z } from 'zod'
import { MemberCalendar } from '../contracts/calendar.ts'
import { Course, MemberCourse } from '../contracts/course.ts'
import { Credit, CreditUse, PreviousCredit } from '../contracts/credit.ts'
import { Member } from '../contracts/member.ts'
import { Catalogue, PriceList } from '../contracts/package.ts'
import { MissingMember, storeErrorOf } from './store-error.ts'

export interface BackendClientOptions {
  /** Ends in `/api`; no trailing slash. */
  baseUrl: string
  /** Headers that authorise one request: `authorization`, and `dpop` where the token is bound. */
  authorise?: (request: {
    method: string
    url: string
  }) => Promise<Record<string, string>> | Record<string, string>
  fetch: (request: Request) => Promise<Response>
  /** Chooses the language of the server's sentences. */
  locale?: 'de' | 'en'
}

export type BackendClient = ReturnType<typeof createBackendClient>

const timeoutMs = 10_000

/**
 * The product backend (specification section 7). Every method throws StoreError when the backend refuses, and
 * something else when it can't be reached or answers nonsense: `errorMessage` tells them apart.
 */
export function createBackendClient({ baseUrl, authorise, fetch, locale = 'de' }: BackendClientOptions) {
  return {
    /** The member of the signed-in person, whose own address `email` is. */
    member: (email: string) => post('/member/get', { email }, Member),
    /** Entries that can be spent today. @throws MissingMember before any request */
    credits: async (memberId: number | null | undefined) =>
      get('/member/credits/get', { memberId: required(memberId) }, z.array(Credit)),
    /** All entries and uses, unfiltered: `recentUsage` picks. @throws MissingMember before any request */
    previousCredits: async (memberId: number | null | undefined) =>
      get('/member/previousCredits/get', { memberId: required(memberId) }, z.array(PreviousCredit)),
    /** @throws MissingMember before any request */
    creditUses: async (memberId: number | null | undefined, creditId: number) =>
      get('/member/credits/uses/get', { memberId: required(memberId), creditId }, z.array(CreditUse)),
    /** The address of the member's calendar feed, if it has one. @throws MissingMember before any request */
    calendar: async (memberId: number | null | undefined) =>
      get('/member/calendar/get', { memberId: required(memberId) }, MemberCalendar),
    /** A new one; the old one is useless then. @throws MissingMember before any request */
    renewCalendar: async (memberId: number | null | undefined) =>
      post('/member/calendar/renew', { memberId: required(memberId) }, MemberCalendar),
    /** All courses, or those with the given ids. */
    courses: (ids?: number[]) => post('/course/get', ids ? { ids } : {}, z.array(Course)),
    /** The price list: packages in their order, and packs of credits. */
    packages: () => get('/packages', {}, PriceList),
    /** Another number after every change of the price list, courses, dates, spaces and opening hours. */
    catalogueVersion: async (): Promise<number> => (await get('/catalogue', {}, Catalogue)).version,
    memberCourses: () => get('/member/course/get', {}, z.array(MemberCourse)),
    /** The same for any address. */
    resendVerification: async (email: string): Promise<void> => {
      await post('/auth0/resend', { email }, z.object({}))
    },
  }

  function get<T extends z.ZodType>(
    path: string,
    query: Record<string, number>,
    schema: T,
  ): Promise<z.output<T>> {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    return send('GET', search.size > 0 ? `${path}?${search}` : path, schema)
  }

  function post<T extends z.ZodType>(path: string, body: object, schema: T): Promise<z.output<T>> {
    return send('POST', path, schema, JSON.stringify(body))
  }

  async function send<T extends z.ZodType>(method: string, path: string, schema: T, body?: string) {
    const url = baseUrl + path
    const headers = {
      accept: 'application/json',
      'accept-language': locale,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(await authorise?.({ method, url })),
    }
    const response = await fetch(
      new Request(url, { method, headers, body, signal: AbortSignal.timeout(timeoutMs) }),
    )
    if (!response.ok) throw await storeErrorOf(response)
    return schema.parse(await response.json())
  }
}

function required(memberId: number | null | undefined): number {
  if (!memberId) throw new MissingMember()
  return memberId
}
