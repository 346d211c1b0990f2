import { z } from 'zod'
import { Id } from '../booking.ts'
import {
  AttendanceCode,
  AttendanceList,
  AttendanceMarks,
  DateMove,
  GivenTraining,
  StaffDate,
  TrainingDecision,
} from '../staff.ts'
import { endpoint } from './endpoint.ts'

const person = ['person'] as const

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
