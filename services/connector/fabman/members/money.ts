import type { Credit, CreditUse } from '../../../../contracts/credit.ts'
import {
  FabmanBalance,
  type FabmanCoverage,
  FabmanCredit,
  FabmanCreditUse,
} from '../../../../contracts/fabman.ts'
import type { Account } from '../../../../rules/booking/booking.ts'
import { toDecimal } from '../../../../rules/money.ts'
import type { MemberOptions } from './packages.ts'

/** `resources` is the equipment that the credit is for; empty = all. */
export interface OwnedCredit extends Credit {
  resources: FabmanCoverage[]
}

/** Credits and prepaid balance of members. */
export function createMoney({ client, directory }: MemberOptions) {
  async function creditUses(member: number, credit: number): Promise<CreditUse[] | null> {
    const found = await client.list(`/members/${member}/credits/${credit}/uses`, FabmanCreditUse)
    return found && newestFirst(found.map((use) => ({ ...use, credit, description: use.description ?? '' })))
  }

  return {
    creditUses,
    async credits(id: number): Promise<OwnedCredit[] | null> {
      const found = await client.list(`/members/${id}/credits`, FabmanCredit)
      if (!found) return null
      const credits = await Promise.all(
        found.map(async ({ createdAt, ...credit }) => {
          const uses = (await creditUses(id, credit.id)) ?? []
          const used = uses.reduce((sum, { amount }) => sum + cents(amount), 0)
          return {
            ...credit,
            member: id,
            remaining: toDecimal(cents(credit.amount) - used),
            createdAt: createdAt ?? `${credit.fromDate ?? '1970-01-01'}T00:00:00.000Z`,
          }
        }),
      )
      return newestFirst(credits)
    },
    /** Returns the prepaid account, null for a member who pays later. Credits do not count (help.fabman.io, 73). */
    async account(id: number): Promise<Account | null> {
      const upfrontMinimumBalanceCents = await directory.leastBalance(id)
      if (upfrontMinimumBalanceCents === null) return null
      const found = await client.get(`/members/${id}/balance-items`, FabmanBalance)
      const { sumPayments, sumInvoices, sumCharges, sumUnpaidBookings } = found ?? FabmanBalance.parse({})
      const goneCents = cents(sumInvoices) + cents(sumCharges) + cents(sumUnpaidBookings)
      const balanceCents = cents(sumPayments) - goneCents
      return { credits: [], requireUpfrontPayment: true, balanceCents, upfrontMinimumBalanceCents }
    },
  }
}

function cents(decimal: string): number {
  return Math.round(Number(decimal) * 100)
}

function newestFirst<T extends { createdAt: string; id: number }>(rows: T[]): T[] {
  return rows.toSorted((one, other) => {
    if (one.createdAt === other.createdAt) return other.id - one.id
    return one.createdAt < other.createdAt ? 1 : -1
  })
}
