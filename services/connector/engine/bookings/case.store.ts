import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'
import type { BookingCase, TakenTime } from '../../../../rules/booking/booking.ts'
import { earliestStart } from './bookings.store.ts'

interface CaseQuery {
  resource: number
  member: number
  /** Of the member: gives the booking that it has made. */
  requestKey?: string | undefined
  /** Wall-clock times between which taken time counts. */
  from: string
  until: string
  /** The own booking that changes: what it holds, time and money, is free. */
  except?: number | undefined
}

type Equipment = Omit<BookingCase['equipment'], 'pricePerBooking'> & {
  name: string
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
  /** Id of the booking that the request with this key has made before. */
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
 * All that decides each booking, of all in one statement, because each way to the database costs more than what it
 * reads. Take the locks before it: what a statement sees was decided when it began.
 * @returns in their order; null for unknown equipment
 */
export async function readCaseRows(
  db: Database | Transaction<Tables>,
  asked: CaseQuery[],
): Promise<(CaseRow | null)[]> {
  // Behind a select the lists are no constants: PostgreSQL would plan anew each time, which costs more than reading.
  const int = (of: (query: CaseQuery) => number) => sql`(select ${asked.map(of)}::int[])`
  const text = (of: (query: CaseQuery) => string) => sql`(select ${asked.map(of)}::text[])`
  const { rows } = await sql<CaseRow & { place: number }>`
    select
      asked.place::int as place,
      (select id from booking where member_id = asked.member and request_key = asked.request_key) as known,
      json_build_object(
        'id', equipment.id, 'name', equipment.name, 'state', equipment.state,
        'canBeBooked', can_be_booked, 'visibleForMembers', visible_for_members,
        'requiresTraining', requires_training, 'exclusiveUsage', exclusive_usage,
        'bookingMaxMinutesPerMemberDay', equipment.booking_max_minutes_per_member_day,
        'bookingMaxMinutesPerMemberWeek', equipment.booking_max_minutes_per_member_week,
        'pricePerBookingCents', price_per_booking_cents, 'pricePerBookingSeconds', price_per_booking_seconds
      ) as equipment,
      json_build_object(
        'id', space.id, 'name', space.name, 'account', account, 'bookingRefundable', booking_refundable, 'timezone', timezone, 'bookingSlotsPerHour', booking_slots_per_hour,
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
      ) as space,
      case when member.id is not null then json_build_object(
        'id', member.id, 'state', member.state, 'memberNumber', member_number,
        'firstName', first_name, 'lastName', last_name, 'emailAddress', member.email_address, 'language', member.language,
        'company', company
      ) end as member,
      (
        select coalesce(json_agg(json_build_object(
          'resources', json_build_array(equipment_id), 'fromDate', from_date, 'untilDate', until_date)), '[]')
        from member_training join training_equipment using (training_id)
        where member_id = member.id and equipment_id = equipment.id
      ) as trainings,
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
      ) as packages,
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
          where member_id = member.id and scope = 'booking' and used_cents + held_cents - given_back < amount_cents)
      ) as account,
      (
        select coalesce(json_agg(json_build_object(
          'resource', resource_id, 'member', member_id, 'fromDateTime', from_date_time,
          'untilDateTime', until_date_time, 'state', state)), '[]')
        from (
          select * from booking where resource_id = equipment.id and ${overlapsAsked}
          union all
          select * from booking
          where member_id = member.id and space_id = space.id and resource_id <> equipment.id
            and ${overlapsAsked}
        ) taken
        where state in ('pending', 'confirmed') and id <> asked.except_id
      ) as existing
    from unnest(
        ${int(({ resource }) => resource)}, ${int(({ member }) => member)},
        ${text(({ requestKey = '' }) => requestKey)}, ${int(({ except = 0 }) => except)},
        ${text(({ from }) => earliestStart(from))}, ${text(({ from }) => from)}, ${text(({ until }) => until)}
      ) with ordinality as asked(resource, member, request_key, except_id, earliest, from_time, until_time, place)
      join equipment on equipment.id = asked.resource
      join space on space.id = equipment.space_id
      left join member on member.id = asked.member`.execute(db)
  const byPlace = new Map(rows.map(({ place, ...row }) => [place, row]))
  return asked.map((_, index) => byPlace.get(index + 1) ?? null)
}

const overlapsAsked = sql`from_date_time > asked.earliest and from_date_time < asked.until_time and until_date_time > asked.from_time`
