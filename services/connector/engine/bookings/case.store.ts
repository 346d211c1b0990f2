import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'
import type { BookingCase, TakenTime } from '../../../../rules/booking/booking.ts'
import { spendableBy } from '../money/money.store.ts'
import { earliestStart } from './list.store.ts'

interface CaseQuery {
  equipment: number
  member: number
  /** Local time at which the booking begins: shared credits depend on its day. */
  fromDateTime: string
  /** The Idempotency-Key of the request. */
  requestKey?: string | undefined
  /** Local times between which taken time counts. */
  from: string
  until: string
  /** The member's booking that gets new times: its time and money count as free. */
  except?: number | undefined
}

type Equipment = Omit<BookingCase['equipment'], 'pricePerBooking'> & {
  name: string
  nameEn: string | null
  pricePerBookingCents: number
}
type Member = Pick<BookingCase['member'], 'id' | 'state'> & {
  memberNumber: string
  firstName: string
  lastName: string
  emailAddress: string
  language: string | null
  company: string | null
}

export interface CaseRow {
  /** Id of the booking that a request with the same key made before. */
  known: number | null
  equipment: Equipment
  space: BookingCase['space'] & { id: number; account: number; name: string; bookingRefundable: boolean }
  member: Member | null
  trainings: BookingCase['member']['trainings']
  packages: NonNullable<BookingCase['member']['packages']>
  account: NonNullable<BookingCase['member']['account']>
  existing: TakenTime[]
}

/**
 * Reads all that decides a booking, in one statement: a round trip costs more than what it reads. Take the locks before
 * it, because a statement sees what was committed when it began.
 * @returns null for unknown equipment
 */
export async function readCaseRow(
  db: Database | Transaction<Tables>,
  { equipment, member, fromDateTime, requestKey = '', from, until, except = 0 }: CaseQuery,
): Promise<CaseRow | null> {
  const { rows } = await sql<CaseRow>`
    select
      (select id from booking where member_id = asked.member and request_key = asked.request_key) as known,
      ${equipmentJson} as equipment,
      ${spaceJson} as space,
      ${memberJson} as member,
      ${trainingsJson} as trainings,
      ${packagesJson} as packages,
      ${accountJson} as account,
      ${existingJson} as existing
    from (
        select
          ${equipment}::int as equipment,
          ${member}::int as member,
          ${requestKey}::text as request_key,
          ${except}::int as except_id,
          ${fromDateTime.slice(0, 10)}::date as day,
          ${earliestStart(from)}::text as earliest,
          ${from}::text as from_time,
          ${until}::text as until_time
      ) asked
      join equipment on equipment.id = asked.equipment
      join space on space.id = equipment.space_id
      left join member on member.id = asked.member`.execute(db)
  return rows[0] ?? null
}

const equipmentJson = sql`
  json_build_object(
    'id', equipment.id, 'name', equipment.name, 'nameEn', equipment.name_en, 'state', equipment.state,
    'canBeBooked', can_be_booked, 'visibleForMembers', visible_for_members,
    'requiresTraining', requires_training, 'exclusiveUsage', exclusive_usage,
    'bookingMaxMinutesPerMemberDay', equipment.booking_max_minutes_per_member_day,
    'bookingMaxMinutesPerMemberWeek', equipment.booking_max_minutes_per_member_week,
    'pricePerBookingCents', price_per_booking_cents, 'pricePerBookingSeconds', price_per_booking_seconds
  )`

const spaceJson = sql`
  json_build_object(
    'id', space.id, 'name', space.name, 'account', account, 'timezone', timezone,
    'bookingRefundable', booking_refundable, 'bookingSlotsPerHour', booking_slots_per_hour,
    'bookingWindowMinHours', booking_window_min_hours, 'bookingWindowMaxDays', booking_window_max_days,
    'bookingLockInHours', booking_lock_in_hours,
    'bookingMaxMinutesPerMemberDay', space.booking_max_minutes_per_member_day,
    'bookingMaxMinutesPerMemberWeek', space.booking_max_minutes_per_member_week,
    'bookingOpeningHours', booking_opening_hours,
    '_embedded', json_build_object(
      'openingHours', (
        select coalesce(json_agg(json_build_object(
          'dayOfWeek', day_of_week, 'fromTime', from_time, 'untilTime', until_time
        ) order by day_of_week, from_time), '[]') from opening_hours where space_id = space.id),
      'holidays', (
        select coalesce(json_agg(json_build_object(
          'title', title, 'fromDateTime', from_date_time, 'untilDateTime', until_date_time
        ) order by from_date_time), '[]') from holiday where space_id = space.id))
  )`

const memberJson = sql`
  case when member.id is not null then json_build_object(
    'id', member.id, 'state', member.state, 'memberNumber', member_number, 'firstName', first_name,
    'lastName', last_name, 'emailAddress', member.email_address, 'language', member.language, 'company', company
  ) end`

const trainingsJson = sql`
  (
    select coalesce(json_agg(json_build_object(
      'resources', json_build_array(equipment_id), 'fromDate', from_date, 'untilDate', until_date)), '[]')
    from member_training join training_equipment using (training_id)
    where member_id = member.id and equipment_id = equipment.id
  )`

const packagesJson = sql`
  (
    select coalesce(json_agg(json_build_object(
      'allowsBooking', allows_booking, 'fromDate', from_date, 'untilDate', until_date,
      'bookingFeeDiscountPercent', booking_fee_discount_percent::text,
      'coversEquipment', coalesce(
        equipment.id = any ((select array_agg(equipment_id) from package_equipment where package_id = package.id)::int[]),
        true)
    )), '[]')
    from member_package join package on package.id = package_id
    where member_id = member.id
  )`

/** The booking that gets new times gives back its money and credits. */
const accountJson = sql`
  json_build_object(
    'requireUpfrontPayment', require_upfront_payment,
    'upfrontMinimumBalanceCents', upfront_minimum_balance_cents,
    'balanceCents',
      (select coalesce(sum(amount_cents), 0) from prepayment where member_id = member.id)
      - (select coalesce(sum(price_cents), 0) from charge where member_id = member.id)
      - (select coalesce(sum(money_cents), 0) from booking where member_id = member.id and id <> asked.except_id
          and not charged and (booking.state in ('pending', 'confirmed') or cancelled_late)),
    'credits', (
      select coalesce(json_agg(json_build_object(
        'id', id, 'fromDate', from_date, 'untilDate', until_date,
        'remainingCents', amount_cents - used_cents - held_cents + given_back)), '[]')
      from credit, lateral (
        select coalesce(sum(hold.amount_cents), 0) as given_back
        from credit_hold hold where credit_id = credit.id and booking_id = asked.except_id
      ) own
      where ${spendableBy(sql`member.id`, sql`asked.day`)} and scope = 'booking'
        and used_cents + held_cents - given_back < amount_cents)
  )`

const overlapsAsked = sql`
  from_date_time > asked.earliest and from_date_time < asked.until_time and until_date_time > asked.from_time`

const existingJson = sql`
  (
    select coalesce(json_agg(json_build_object(
      'equipment', equipment_id, 'member', member_id, 'fromDateTime', from_date_time,
      'untilDateTime', until_date_time, 'state', state)), '[]')
    from (
      select * from booking where equipment_id = equipment.id and ${overlapsAsked}
      union all
      select * from booking
      where member_id = member.id and space_id = space.id and equipment_id <> equipment.id
        and ${overlapsAsked}
    ) taken
    where state in ('pending', 'confirmed') and id <> asked.except_id
  )`
