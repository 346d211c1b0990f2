import { AttendanceCode, AttendanceList, LinkedList, LinkedMarks } from '../staff.ts'
import { endpoint } from './endpoint.ts'

/** The token in the body is what opens the list: no account is asked for. */
const visitor = ['visitor'] as const

/** What the link of a trainer opens: the list of one date, until 24 hours after it; see decision 059. */
export const listLinkApi = {
  linkedAttendance: endpoint('POST /staff/link/get', {
    summary: 'The list of the date that a mailed link opens, as `GET /staff/attendance/get`.',
    callers: visitor,
    body: LinkedList,
    answer: AttendanceList,
    problems: ['notFound'],
  }),
  linkedCode: endpoint('POST /staff/link/code', {
    summary: 'The check-in code of the date that a mailed link opens, as `GET /staff/attendance/code`.',
    callers: visitor,
    body: LinkedList,
    answer: AttendanceCode,
    problems: ['notFound', 'checkInClosed'],
  }),
  linkedMarks: endpoint('POST /staff/link/mark', {
    summary: 'Marks people of the date that a mailed link opens, as `POST /staff/attendance/mark`.',
    callers: visitor,
    body: LinkedMarks,
    answer: AttendanceList,
    problems: ['notFound', 'tooEarly', 'conflict'],
  }),
}
