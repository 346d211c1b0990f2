import { z } from 'zod'
import { CalendarDay } from './booking.ts'

/**
 * Responses of the site's own data routes (`/data/*`): filtered by audience, never a secret of others (P8).
 * Browser code imports the types only.
 */

const id = z.number().int()
const Named = z.object({ id, name: z.string() })

/** One piece of equipment right now; texts are ready to show in the language that was asked for. */
export const LiveEquipment = z.object({
  id,
  name: z.string(),
  /** `closed`: free, while the space is closed. */
  state: z.enum(['free', 'inUse', 'booked', 'outOfOrder', 'offline', 'closed']),
  /** Whether its space is open now. */
  isOpen: z.boolean(),
  /** "Jetzt geschlossen, morgen ab 8:00 Uhr wieder offen"; empty while it is open. */
  opening: z.string(),
  /** "Gerade frei", "Belegt bis 18:00 Uhr" … */
  status: z.string(),
  /** "Heute ab 18:00 Uhr". */
  nextFree: z.string(),
  /** "7,50 € je Stunde". */
  price: z.string(),
  training: z.string(),
  /** The same in two words, for a card: "mit Unterweisung". */
  trainingMark: z.string(),
  /** Empty without a training: the filter of the overview looks at that. */
  needsTraining: z.enum(['yes', '']),
  /** The action of its button: book, or look at the week of equipment that can't be booked. */
  action: z.string(),
})
export type LiveEquipment = z.infer<typeof LiveEquipment>

/** One date of a course right now. */
export const LiveDate = z.object({
  id,
  freeSeats: z.number().int(),
  /** "noch 3 Plätze", "ausgebucht". */
  seats: z.string(),
  state: z.enum(['free', 'few', 'full']),
  /** For a full date: "Nächster freier Termin: Mi 16.12."; else ''. */
  nextFree: z.string(),
})
export type LiveDate = z.infer<typeof LiveDate>

/** What is free and taken on one day of a piece of equipment, in the language that was asked for. */
export const LiveDay = z.object({
  /** YYYY-MM-DD */
  id: CalendarDay,
  /** `full`: open, and no time can be booked any more. `later`: after the last day that can be booked today. */
  state: z.enum(['free', 'full', 'closed', 'later']),
  /** "8:00–12:00, 14:00–22:00 Uhr frei". */
  words: z.string(),
  /** Path data (SVG): dimension lines and solid parts. x is a minute of the day, y goes from 0 to 36. */
  free: z.string(),
  taken: z.string(),
})
export type LiveDay = z.infer<typeof LiveDay>

/** A start that can be chosen or a reason why not; `codes` are those of the booking rules. */
export const WeekSlot = z.object({
  /** Wall-clock time of the space. */
  from: z.string(),
  until: z.string(),
  state: z.enum(['free', 'taken', 'own', 'refused']),
  codes: z.array(z.string()),
  /** The booking that takes it, as wall-clock times. */
  span: z.object({ from: z.string(), until: z.string() }).optional(),
  /** Name of the member who booked it, for a signed-in member where the space makes names public (P9): "Mia K." */
  who: z.string().optional(),
  /** It is taken and has a waitlist. */
  waits: z.boolean().optional(),
  /** It is held for the member who asks, as an offer of the waitlist: wall-clock time until when. */
  offeredUntil: z.string().optional(),
  /** Its end has passed. */
  over: z.boolean().optional(),
  /** The second run of a repeated autumn hour: shown, but no booking begins or ends there. */
  repeated: z.boolean(),
})
export type WeekSlot = z.infer<typeof WeekSlot>

export const WeekDay = z.object({
  day: z.string(),
  /** Rows from the earliest opening to the latest closing of the week; empty on a day that is closed. */
  slots: z.array(WeekSlot),
})
export type WeekDay = z.infer<typeof WeekDay>

/** Seven days of a piece of equipment, counted from today, judged by the booking rules. */
export const WeekView = z.object({
  resource: id,
  /** Id of the own booking that moves: the week is judged without it. */
  moves: id.nullable(),
  zone: z.string(),
  slotMinutes: z.number(),
  /** Today in the space. */
  today: z.string(),
  days: z.array(WeekDay),
  /** First day of the week before and after; null where nothing can be booked any more. */
  previous: z.string().nullable(),
  next: z.string().nullable(),
  /** The last day that can be booked today; null where the space has no limit. */
  last: z.string().nullable(),
})
export type WeekView = z.infer<typeof WeekView>

/** One day of several pieces of equipment, judged as in their weeks. */
export const DayView = z.object({
  day: z.string(),
  /** The seven days, counted from today, that hold it. */
  days: z.array(z.object({ day: z.string() })),
  today: z.string(),
  zone: z.string(),
  /** First day of the seven before and after; null where nothing can be booked any more. */
  previous: z.string().nullable(),
  next: z.string().nullable(),
  /** The last day that can be booked today; null where the space has no limit. */
  last: z.string().nullable(),
  columns: z.array(z.object({ resource: id, slots: z.array(WeekSlot) })),
})
export type DayView = z.infer<typeof DayView>

export const OwnBooking = z.object({
  id,
  resource: Named,
  /** Address of its drawing on this site. */
  drawing: z.string().nullable(),
  fromDateTime: z.string(),
  untilDateTime: z.string(),
  state: z.string(),
  /** Its end has passed in the space. */
  past: z.boolean(),
  /** It can still be cancelled. */
  canBeCancelled: z.boolean(),
  /** It can still be moved, extended or shortened; the rules decide about where to. */
  canBeMoved: z.boolean(),
  /** The deadline is over: it may only become longer. */
  canOnlyExtend: z.boolean(),
  /** Lock version of the shown booking: a change of a newer one is refused. */
  lockVersion: z.number().int(),
  /** Wall-clock time of the check-in; null without one. */
  checkedInAt: z.string().nullable(),
  /** Cost (EUR, decimal strings); null where the workshop system does not tell, as of the oldest ones. */
  cost: z
    .object({
      price: z.string(),
      /** The parts of the price that credits and money pay. */
      credits: z.string(),
      money: z.string(),
      /** After a late cancellation it costs less once somebody else books the time. */
      refundable: z.boolean(),
      /** Wall-clock time until when cancelling costs nothing; null = until it ends. */
      freeUntil: z.string().nullable(),
      /** The amount that stays due when it is cancelled now. */
      onCancelling: z.string(),
    })
    .nullable(),
})
export type OwnBooking = z.infer<typeof OwnBooking>

/** An own waitlist entry, or the offer that it became. */
export const OwnWaitlistEntry = z.object({
  id,
  resource: Named,
  fromDateTime: z.string(),
  untilDateTime: z.string(),
  state: z.enum(['waiting', 'offered']),
  /** The pending booking that an offer is. */
  booking: id.nullable(),
  /** Wall-clock time of the space until when an offer stands. */
  offeredUntil: z.string().nullable(),
})
export type OwnWaitlistEntry = z.infer<typeof OwnWaitlistEntry>

/** Where a member gets one training, in the language that was asked for. */
export const TrainingWay = z.object({
  /** Where people sign up for its next date, the page of a course whose dates are full, or `mailto:` where none has a date. */
  href: z.string(),
  /** The course ("Zuerst: …", "Danach: …" where there are several) or the mail address. */
  label: z.string(),
  /** "Nächster Termin: …", or why there is none, and which trainings are needed before and have no date. */
  next: z.string(),
})
export type TrainingWay = z.infer<typeof TrainingWay>

/** The ways to all trainings that a piece of equipment needs. */
export const TrainingWays = z.object({
  /** In order: what is needed before comes first, because a sign-up without it is refused. */
  steps: z.tuple([TrainingWay], TrainingWay),
  /** The way for somebody who has all that is needed before: whoever may use this equipment. */
  ready: TrainingWay.extend({ unlocked: z.array(id) }).optional(),
})
export type TrainingWays = z.infer<typeof TrainingWays>

const StepDate = z.object({ id, href: z.string(), words: z.string() })

/** One training on the way to a piece of equipment, in the language that was asked for. */
export const TrainingStep = z.object({
  /** Any one of these trainings is enough, see contracts/training.ts. */
  trainings: z.array(id),
  title: z.string(),
  way: TrainingWay,
  /** The next dates with free seats: "Mi 16.12., 18:00 Uhr · noch 3 Plätze". */
  dates: z.array(StepDate),
  /** The same for somebody who still has to take the steps before: dates that begin after those can be done. */
  later: z.array(StepDate),
})
export type TrainingStep = z.infer<typeof TrainingStep>

/** A piece of equipment that requires a training, and what a member needs for it, in order. */
export const TrainingPath = z.object({
  id,
  name: z.string(),
  /** Address of its drawing on the site; null = it has none. */
  drawing: z.string().nullable(),
  steps: z.array(TrainingStep),
})
export type TrainingPath = z.infer<typeof TrainingPath>

/** A piece of equipment at the asked time. */
export const FreeEquipment = z.object({
  id,
  name: z.string(),
  /** The asked time on the wall clock of the space. */
  from: z.string(),
  until: z.string(),
  isFree: z.boolean(),
  /** The member whose booking takes that time; null = nobody. */
  taken: z.enum(['own', 'others']).nullable(),
  /** Why not, by the codes of the booking rules. */
  codes: z.array(z.string()),
  /** The next start at which a booking of that length is possible; null when none is known. */
  next: z.string().nullable(),
  /** Address of its drawing on the site; null = it has none. */
  drawing: z.string().nullable(),
  requiresTraining: z.boolean(),
  /** null = it requires none. */
  training: TrainingWays.nullable(),
  /** Price before discounts; decimal string. */
  pricePerBooking: z.string(),
  /** The length that the price is for; null or 0 = a booking of any length. */
  pricePerBookingSeconds: z.number().nullable(),
})
export type FreeEquipment = z.infer<typeof FreeEquipment>

/** A page that the words of a search find. */
export const FoundPage = z.object({
  href: z.string(),
  kind: z.string(),
  title: z.string(),
  summary: z.string(),
})
