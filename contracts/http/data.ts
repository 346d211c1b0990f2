import { z } from 'zod'
import { CalendarDay, Id, LocalTime, SideBySide } from '../booking.ts'
import {
  DayView,
  FoundPage,
  FreeEquipment,
  LiveDate,
  LiveDay,
  LiveEquipment,
  OwnBooking,
  OwnWaitlistEntry,
  TrainingPath,
  WeekView,
} from '../live.ts'
import { Locale } from '../problem-body.ts'
import { endpoint } from './endpoint.ts'

const everybody = ['visitor', 'member'] as const
const visitor = ['visitor'] as const
const member = ['member'] as const

const locale = Locale.optional()

/** The site's own data for its pages (R24, P8). */
export const dataApi = {
  week: endpoint('GET /data/week', {
    summary: 'The week of a piece of equipment, judged; own bookings are marked for their member.',
    callers: everybody,
    query: z.object({ resource: Id, day: CalendarDay, moves: Id.optional() }),
    answer: WeekView,
    problems: ['notFound'],
  }),
  day: endpoint('GET /data/day', {
    summary: 'One day of up to six pieces of equipment, judged; own bookings are marked for their member.',
    callers: everybody,
    query: z.object({ resources: SideBySide, day: CalendarDay }),
    answer: DayView,
    problems: ['notFound'],
  }),
  free: endpoint('GET /data/free', {
    summary: 'What is free at a time, judged for the member where there is one.',
    callers: everybody,
    query: z.object({
      // The last day of LocalTime is left out, so that the end has a year of LocalTime, too.
      from: LocalTime.refine(
        (from) => CalendarDay.safeParse(from.slice(0, 10)).success,
        'a time like 2026-11-21T18:00',
      ),
      minutes: z
        .string()
        .regex(/^[1-9]\d{0,3}$/)
        .transform(Number)
        .refine((minutes) => minutes <= 24 * 60, 'at most 1440'),
      locale,
    }),
    answer: z.array(FreeEquipment),
  }),
  bookings: endpoint('GET /data/bookings', {
    summary: "The member's own bookings, next ones first, then past and cancelled ones.",
    callers: member,
    answer: z.array(OwnBooking),
  }),
  bookingCalendar: endpoint('GET /data/bookings/{id}.ics', {
    summary: 'One own booking as a calendar file.',
    callers: member,
    answer: z.string(),
    problems: ['notFound'],
  }),
  waitlist: endpoint('GET /data/waitlist', {
    summary:
      "The member's waitlist entries and offers, the soonest first; null where the workshop system has no waitlist.",
    callers: member,
    answer: z.array(OwnWaitlistEntry).nullable(),
  }),
  equipment: endpoint('GET /data/equipment', {
    summary: 'What every visible piece of equipment does right now, in words.',
    callers: visitor,
    answer: z.array(LiveEquipment),
  }),
  courses: endpoint('GET /data/courses', {
    summary: 'How many seats each date has left, in words.',
    callers: visitor,
    answer: z.array(LiveDate),
  }),
  trainings: endpoint('GET /data/trainings', {
    summary: 'The trainings that each piece of equipment requires, with their next dates, in words.',
    callers: visitor,
    query: z.object({ locale }),
    answer: z.array(TrainingPath),
  }),
  days: endpoint('GET /data/days', {
    summary:
      'What is free on the coming seven days of a piece of equipment, in words and as lines of a drawing.',
    callers: visitor,
    query: z.object({ resource: Id, locale }),
    answer: z.array(LiveDay),
    problems: ['notFound'],
  }),
  search: endpoint('GET /data/search', {
    summary: 'The pages that the words find, for the search that opens over a page.',
    callers: visitor,
    query: z.object({ q: z.string().min(1).max(100), locale }),
    answer: z.array(FoundPage),
  }),
  preview: endpoint('POST /data/preview', {
    summary: 'A story as somebody is typing it, as HTML.',
    callers: ['editor'],
    answer: z.object({ html: z.string() }),
    problems: ['unauthorized', 'methodNotAllowed', 'malformed', 'tooLarge'],
  }),
}
export type DataApi = typeof dataApi
