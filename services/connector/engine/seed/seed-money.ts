import { toDecimal } from '../../../../rules/money.ts'
import {
  bookingPrice,
  type CoveringPackage,
  type OpenCredit,
  packagesOn,
  splitPrice,
} from '../../../../rules/booking/price.ts'
import { dayOf, minutesBetween } from '../../../../rules/time.ts'
import { chargeDescription } from '../mails/mail-texts.ts'
import type { WorkshopRows } from './seed.store.ts'

type Rows = Pick<
  WorkshopRows,
  'booking' | 'credit' | 'creditUse' | 'equipment' | 'member' | 'memberPackage' | 'package'
>

/**
 * Adds the costs of the bookings to the rows of the demo workshop, as the rules would have: the credit uses of a charged
 * booking and money pay for it, and a coming booking holds credits.
 */
export function withMoney<T extends Rows>(rows: T): T & Pick<WorkshopRows, 'creditHold' | 'charge'> {
  const open = new Map(
    rows.credit.map((credit) => [
      credit.id,
      credit.amountCents - sum(rows.creditUse.filter(({ creditId }) => creditId === credit.id)),
    ]),
  )
  const creditHold: WorkshopRows['creditHold'] = []
  const charge: WorkshopRows['charge'] = []
  const booking = rows.booking.map((one) => {
    const priceCents = priceOf(one, rows)
    if (one.state === 'cancelled') return { ...one, priceCents }
    const bookingId = one.id as number
    if (one.charged) {
      const moneyCents = Math.max(
        0,
        priceCents - sum(rows.creditUse.filter((use) => use.bookingId === one.id)),
      )
      if (moneyCents > 0)
        charge.push({
          memberId: one.memberId,
          bookingId,
          description: describe(bookingId, rows),
          priceCents: moneyCents,
          createdAt: one.endsAt,
        })
      return { ...one, priceCents, moneyCents, chargedCents: priceCents }
    }
    const credits = rows.credit
      .filter(({ memberId, scope }) => memberId === one.memberId && scope === 'booking')
      .map(({ id, fromDate, untilDate }): OpenCredit => ({
        id: id as number,
        remainingCents: open.get(id) ?? 0,
        fromDate: fromDate ?? null,
        untilDate: untilDate ?? null,
      }))
    const { uses, moneyCents } = splitPrice(priceCents, credits, dayOf(one.fromDateTime))
    for (const { credit, cents } of uses) {
      open.set(credit, (open.get(credit) ?? 0) - cents)
      creditHold.push({ creditId: credit, bookingId, amountCents: cents })
    }
    return { ...one, priceCents, moneyCents }
  })
  const creditUse = rows.creditUse.map((use) =>
    use.bookingId ? { ...use, description: describe(use.bookingId, rows) } : use,
  )
  return { ...rows, booking, creditUse, creditHold, charge }
}

function describe(id: number, { booking, equipment, member }: Rows): string {
  const of = booking.find((one) => one.id === id)
  const { name = '', nameEn = null } = equipment.find((one) => one.id === of?.equipmentId) ?? {}
  const language = member.find((one) => one.id === of?.memberId)?.language ?? null
  return chargeDescription({ equipmentName: name, equipmentNameEn: nameEn, language })
}

function priceOf(booking: Rows['booking'][number], rows: Rows): number {
  const equipment = rows.equipment.find(({ id }) => id === booking.equipmentId)
  const packages = rows.memberPackage
    .filter(({ memberId }) => memberId === booking.memberId)
    .map((own): CoveringPackage => {
      const bought = rows.package.find(({ id }) => id === own.packageId)
      return {
        coversEquipment: true,
        allowsBooking: bought?.allowsBooking ?? false,
        fromDate: own.fromDate,
        untilDate: own.untilDate ?? null,
        bookingFeeDiscountPercent: String(bought?.bookingFeeDiscountPercent ?? '0'),
      }
    })
  const minutes = minutesBetween(new Date(booking.startsAt), new Date(booking.endsAt))
  return bookingPrice(
    {
      pricePerBooking: toDecimal(equipment?.pricePerBookingCents ?? 0),
      pricePerBookingSeconds: equipment?.pricePerBookingSeconds ?? null,
    },
    minutes,
    packagesOn(packages, dayOf(booking.fromDateTime)),
  )
}

function sum(uses: { amountCents: number }[]): number {
  return uses.reduce((total, { amountCents }) => total + amountCents, 0)
}
