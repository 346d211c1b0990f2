import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { LocalTime } from '../../contracts/booking.ts'
import { CourseChange } from '../../contracts/course-change.ts'
import { NewCourse, NewDates } from '../../contracts/new-course.ts'
import { isProblem, problemMessage } from '../../contracts/problem.ts'
import { addCourse, addDates } from '../../services/backend/courses/adding.ts'
import { changeCourse, setDeadline } from '../../services/backend/courses/changing.ts'
import type { Ordering } from '../../services/backend/orders/parts.ts'
import { callOff, comingDates, setSeats } from '../../services/backend/places/desk.ts'
import { moveDate } from '../../services/backend/places/moving.ts'
import { readOptions } from './options.ts'

export const coursesUsage = [
  'courses list',
  'courses seats <date> <seats>',
  'courses move <date> <YYYY-MM-DDTHH:MM>',
  'courses call-off <date>',
  'courses deadline <date> <YYYY-MM-DDTHH:MM>|none',
  'courses add <file.json>',
  'courses change <course> <file.json>',
  'courses add-dates <file.json> [--weekly <weeks>]',
].join(' | ')

const Whole = z.coerce.number().int().positive().max(2_147_483_647)

/**
 * Lists the dates of courses to come, changes the seats of one or until when people sign up, moves one to another time of the space,
 * or calls one off. Adds courses and dates, and changes the rules of a course.
 * @throws Error that says what is wrong
 */
export async function runCourses(args: string[], ordering: Ordering): Promise<string> {
  try {
    return await run(args, ordering)
  } catch (error) {
    if (!isProblem(error)) throw error
    const why = failures[error.code]
    throw new Error(why ?? problemMessage(error.code, 'en', error.options.params), { cause: error })
  }
}

async function run([action, date, second, ...rest]: string[], ordering: Ordering): Promise<string> {
  if (action === 'list') {
    const lines = (await comingDates(ordering)).map(
      ({ id, titleDe, fromDateTime, state, taken, reservedSeats, seats }) =>
        [id, fromDateTime, titleDe, state, `${taken} taken, ${reservedSeats} reserved, ${seats} seats`].join(
          '\t',
        ),
    )
    return lines.length > 0 ? lines.join('\n') : 'There are no dates to come.'
  }
  const id = Whole.safeParse(date)
  if (action === 'seats' && id.success) {
    const seats = Whole.safeParse(second)
    if (!seats.success) throw new Error(`Usage: ${coursesUsage}`)
    await setSeats(ordering, id.data, seats.data)
    return `The date ${id.data} has ${seats.data} seats.`
  }
  const begins = LocalTime.safeParse(second)
  if (action === 'move' && id.success && begins.success) {
    const { fromDateTime } = await moveDate(ordering, id.data, begins.data).catch((error: unknown) => {
      if (isProblem(error) && error.code === 'invalidInput')
        throw new Error('A date moves to a time to come that the clocks do not skip.', { cause: error })
      throw error
    })
    return `The date ${id.data} begins ${fromDateTime}. Everybody is told, and may cancel free of charge.`
  }
  if (action === 'deadline' && id.success && (begins.success || second === 'none')) {
    const until = begins.success ? begins.data : null
    await setDeadline(ordering, id.data, until).catch(withField)
    return `People sign up for the date ${id.data} until ${until ?? 'it begins'}.`
  }
  if (action === 'change' && id.success && second && rest.length === 0) {
    await changeCourse(ordering, id.data, fileOf(CourseChange, second)).catch(withField)
    return `The course ${id.data} is changed. Places that are taken keep their price.`
  }
  if (action === 'call-off' && id.success) {
    await callOff(ordering, id.data)
    return `The date ${id.data} is called off. Everybody is told, and what they paid goes back.`
  }
  if (action === 'add' && date && second === undefined) {
    const courseId = await addCourse(ordering, fileOf(NewCourse, date)).catch((error: unknown) => {
      if (isProblem(error) && error.code === 'conflict')
        throw new Error('There is a course with this title already.', { cause: error })
      throw error
    })
    return `The course ${courseId} is there. It has no dates yet.`
  }
  if (action === 'add-dates' && date) {
    const options = readOptions([second ?? '', ...rest].filter(Boolean), ['weekly'])
    const weekly = options?.values['weekly']
    const weeks = Whole.safeParse(weekly)
    if (!options || options.words.length > 0 || (weekly !== undefined && !weeks.success))
      throw new Error(`Usage: ${coursesUsage}`)
    const dates = fileOf(NewDates, date)
    const ids = await addDates(ordering, weeks.success ? { ...dates, weeks: weeks.data } : dates)
    return `${ids.length === 1 ? 'The date is' : 'The dates are'} ${ids.join(', ')}.`
  }
  throw new Error(`Usage: ${coursesUsage}`)
}

/** @throws Error that names the field that a call refused */
function withField(error: unknown): never {
  const [first] = (isProblem(error) && error.options.errors) || []
  throw first ? new Error(`${first.field}: ${first.message}`, { cause: error }) : error
}

/** @throws Error that says what is wrong with the file */
function fileOf<Schema extends z.ZodType>(schema: Schema, path: string): z.output<Schema> {
  const read = schema.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (!read.success) throw new Error(z.prettifyError(read.error))
  return read.data
}

const failures: Record<string, string | undefined> = {
  notFound: 'There is no such date or course.',
  conflict: 'This date is over or called off.',
}
