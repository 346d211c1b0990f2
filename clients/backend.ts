import type { z } from 'zod'
import type { OrderPlacement } from '../contracts/order.ts'
import type { Registration } from '../contracts/registration.ts'
import type { TeamChange } from '../contracts/team.ts'
import { personApi } from '../contracts/http/person.ts'
import { type CallOptions, createCalls } from './calls.ts'
import { type MaybeId, required } from './member-id.ts'
import type { PageReads } from './page-reads.ts'

export interface BackendClientOptions extends Omit<CallOptions, 'timeoutMs' | 'reads'> {
  /** For the site: limits and remembers what pages read. */
  pageReads?: PageReads | undefined
}

/** More than a call of the connector takes, so that the backend can still answer when that one fails. */
export const timeoutMs = 10_000

const pageReadNames = ['courses', 'packages', 'catalogue']
/** Nothing of them concerns a member: they may be kept on disk, for a start while the backend is away. */
export const keptBackendReads = pageReadNames

export type BackendClient = ReturnType<typeof createBackendClient>

/**
 * The product backend for a person: one call per endpoint of `personApi`. Calls with a member id throw MissingMember before any
 * request when there is none (E9); `errorMessage` turns every error into the text for a screen.
 */
export function createBackendClient({ pageReads, ...options }: BackendClientOptions) {
  const calls = createCalls(personApi, {
    ...options,
    timeoutMs,
    reads: pageReads && { names: pageReadNames, memory: pageReads },
  })
  const { exportData } = personApi
  const slow = createCalls({ exportData }, { ...options, timeoutMs: 60_000 })
  return {
    ...calls,
    member: (email: string) => calls.member({ email }),
    credits: async (member: MaybeId) => calls.credits({ memberId: required(member) }),
    previousCredits: async (member: MaybeId) => calls.previousCredits({ memberId: required(member) }),
    creditUses: async (member: MaybeId, creditId: number) =>
      calls.creditUses({ memberId: required(member), creditId }),
    memberPackages: async (member: MaybeId) => calls.memberPackages({ memberId: required(member) }),
    memberTrainings: async (member: MaybeId) => calls.memberTrainings({ memberId: required(member) }),
    invoices: async (member: MaybeId) => calls.invoices({ memberId: required(member) }),
    invoiceFile: async (member: MaybeId, invoiceId: number, format: 'pdf' | 'xml') =>
      calls.invoiceFile({ memberId: required(member), invoiceId, format }),
    payInvoice: async (member: MaybeId, invoiceId: number, key: string) =>
      calls.payInvoice({ memberId: required(member), invoiceId }, key),
    offer: async (member: MaybeId, pack: number) => calls.offer({ memberId: required(member), pack }),
    placeOrder: async (
      member: MaybeId,
      placement: Omit<z.input<typeof OrderPlacement>, 'memberId'>,
      key: string,
    ) => calls.placeOrder({ memberId: required(member), ...placement }, key),
    order: async (member: MaybeId, number: string) => calls.order({ memberId: required(member), number }),
    memberTeam: async (member: MaybeId) => calls.team({ memberId: required(member) }),
    changeOwnTeam: async (member: MaybeId, change: TeamChange) =>
      calls.changeTeam({ memberId: required(member), change }),
    calendar: async (member: MaybeId) => calls.calendar({ memberId: required(member) }),
    renewCalendar: async (member: MaybeId) => calls.renewCalendar({ memberId: required(member) }),
    memberPhoto: async (member: MaybeId) => calls.memberPhoto({ memberId: required(member) }),
    changePhoto: async (member: MaybeId, photo: string | null) =>
      calls.changePhoto({ memberId: required(member), photo }),
    /** It reads everything, also at the workshop system. */
    exportData: async () => slow.exportData({}),
    askDeletion: async (): Promise<void> => {
      await calls.askDeletion({})
    },
    courses: (ids?: number[]) => calls.courses(ids ? { ids } : {}),
    catalogueVersion: async (): Promise<number> => (await calls.catalogue()).version,
    register: async (registration: z.input<typeof Registration>): Promise<void> => {
      await calls.register(registration)
    },
    resendVerification: async (email: string): Promise<void> => {
      await calls.resendVerification({ email })
    },
  }
}
