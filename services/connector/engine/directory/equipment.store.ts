import type { Selectable, Transaction } from 'kysely'
import type { Equipment } from '../../../../contracts/equipment.ts'
import type { EquipmentTable, Tables } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { toDecimal } from '../../../../rules/money.ts'

/** Returns equipment in order of its id: all, of a space, or with an id. */
export async function readEquipment(
  db: Database | Transaction<Tables>,
  filter: { id?: number; space?: number } = {},
): Promise<Equipment[]> {
  const rows = await db
    .selectFrom('equipment')
    .selectAll()
    .$if(filter.id !== undefined, (query) => query.where('id', '=', filter.id as number))
    .$if(filter.space !== undefined, (query) => query.where('spaceId', '=', filter.space as number))
    .orderBy('id')
    .execute()
  return rows.map(toEquipment)
}

function toEquipment(row: Selectable<EquipmentTable>): Equipment {
  const { spaceId, inputAc, inputAcInverted, value, ...others } = row
  const { lockVersion: _, updatedBy: __, calendarToken: ___, checkInSecret: ____, ...same } = others
  const { pricePerBookingCents, pricePerTimeBusyCents, pricePerTimeIdleCents, pricePerUsageCents, ...rest } =
    same
  return {
    ...rest,
    space: spaceId,
    value: value ?? null,
    inputAC: inputAc,
    inputACInverted: inputAcInverted,
    pricePerBooking: toDecimal(pricePerBookingCents),
    pricePerTimeBusy: toDecimal(pricePerTimeBusyCents),
    pricePerTimeIdle: toDecimal(pricePerTimeIdleCents),
    pricePerUsage: toDecimal(pricePerUsageCents),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
