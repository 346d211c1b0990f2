import { z } from 'zod'
import { Id } from '../booking.ts'
import { DateId } from '../course-place.ts'
import {
  AttendanceCode,
  AttendanceList,
  AttendanceMarks,
  DateMove,
  DateSeats,
  GivenTraining,
  StaffDate,
  TrainingDecision,
  TrainingRequirement,
  TrainingRuleChange,
} from '../staff.ts'
import { NewCourse, NewDates } from '../new-course.ts'
import { endpoint } from './endpoint.ts'

const person = ['person'] as const
const OneDate = z.strictObject({ dateId: DateId })

/** What staff call of the product backend. An account that is none of the staff is `forbidden`; see decision 052. */
export const staffApi = {
  givenTrainings: endpoint('GET /staff/trainings/get', {
    summary: 'The trainings that were given to a member here, newest first. For managers.',
    callers: person,
    query: z.object({ memberId: Id }),
    answer: z.array(GivenTraining),
    problems: ['forbidden'],
  }),
  giveTraining: endpoint('POST /staff/trainings/give', {
    summary:
      'Gives a member a training from today; a repeated call on the same day gives nothing more. For managers.',
    callers: person,
    body: TrainingDecision,
    answer: GivenTraining,
    problems: ['forbidden', 'notFound', 'trainingNeeded'],
  }),
  revokeTraining: endpoint('POST /staff/trainings/revoke', {
    summary:
      'Takes a training away from a member today, also one that was given at the workshop system. Answers what was given. For managers.',
    callers: person,
    body: TrainingDecision,
    answer: z.array(GivenTraining),
    problems: ['forbidden', 'notFound'],
  }),
  staffDates: endpoint('GET /staff/dates/get', {
    summary:
      'The dates that the caller runs, from 14 days ago on, in order; of a manager those of all courses. For staff.',
    callers: person,
    answer: z.array(StaffDate),
    problems: ['forbidden'],
  }),
  moveDate: endpoint('POST /staff/dates/move', {
    summary:
      'Moves a date with its sessions. Everybody with a place is told and may cancel free of charge; the waiting list keeps its order. A repeated call changes nothing. For managers.',
    callers: person,
    body: DateMove,
    answer: StaffDate,
    problems: ['forbidden', 'notFound', 'conflict'],
  }),
  setSeats: endpoint('POST /staff/dates/seats', {
    summary:
      'Gives a date another number of seats; more of them are offered to those who wait. `seatsTaken` says how many it must have. For managers.',
    callers: person,
    body: DateSeats,
    answer: DateSeats,
    problems: ['forbidden', 'notFound', 'conflict', 'seatsTaken'],
  }),
  callOffDate: endpoint('POST /staff/dates/call-off', {
    summary:
      'Calls a date off. Within a minute everybody is told and gets back what they paid. A repeated call changes nothing. For managers.',
    callers: person,
    body: OneDate,
    answer: OneDate,
    problems: ['forbidden', 'notFound', 'conflict'],
  }),
  addCourse: endpoint('POST /staff/courses/add', {
    summary: 'Creates a course, with what it grants and needs. For managers.',
    callers: person,
    body: NewCourse,
    status: 201,
    answer: z.object({ courseId: z.int() }),
    problems: ['forbidden', 'conflict'],
  }),
  addDates: endpoint('POST /staff/dates/add', {
    summary:
      'Adds a date with its sessions to a course, or a weekly series. A date that begins when the course has one already is that one. For managers.',
    callers: person,
    body: NewDates,
    status: 201,
    answer: z.object({ dateIds: z.array(z.int()) }),
    problems: ['forbidden', 'notFound'],
  }),
  setTrainingRule: endpoint('POST /staff/trainings/rule', {
    summary: 'Says how long a training is valid when it is given from now on. For managers.',
    callers: person,
    body: TrainingRuleChange,
    answer: TrainingRuleChange,
    problems: ['forbidden', 'notFound'],
  }),
  setTrainingRequirement: endpoint('POST /staff/trainings/require', {
    summary: 'Says that a training needs another one first, or no longer. For managers.',
    callers: person,
    body: TrainingRequirement,
    answer: TrainingRequirement,
    problems: ['forbidden', 'notFound', 'conflict'],
  }),
  attendance: endpoint('GET /staff/attendance/get', {
    summary: 'Who comes to a date that the caller runs, and who was there. For staff.',
    callers: person,
    query: z.object({ dateId: Id }),
    answer: AttendanceList,
    problems: ['forbidden', 'notFound'],
  }),
  attendanceCode: endpoint('GET /staff/attendance/code', {
    summary:
      'The code with which people check in to a date that the caller runs, another one each minute. For staff.',
    callers: person,
    query: z.object({ dateId: Id }),
    answer: AttendanceCode,
    problems: ['forbidden', 'notFound', 'checkInClosed'],
  }),
  markAttendance: endpoint('POST /staff/attendance/mark', {
    summary:
      'Marks who was there, and who has passed: that gives what the course grants, once. Another mark takes it back for seven days. Somebody who lacks a training stays present. A repeated call changes nothing. For staff.',
    callers: person,
    body: AttendanceMarks,
    answer: AttendanceList,
    problems: ['forbidden', 'notFound', 'tooEarly', 'conflict'],
  }),
}
