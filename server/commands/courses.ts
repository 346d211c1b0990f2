import { z } from 'zod'
import { LocalTime } from '../../contracts/booking.ts'
import { isProblem } from '../../contracts/problem.ts'
import type { Ordering } from '../../services/backend/orders/parts.ts'
import { callOff, comingDates, setSeats } from '../../services/backend/places/desk.ts'
import { moveDate } from '../../services/backend/places/moving.ts'

export const coursesUsage = [
  'courses list',
  'courses seats <date> <seats>',
  'courses move <date> <YYYY-MM-DDTHH:MM>',
  'courses call-off <date>',
].join(' | ')

const Whole = z.coerce.number().int().positive().max(2_147_483_647)

/**
 * Lists the dates of courses to come, changes the seats of one, moves one to another time of the space, or calls one off.
 * @throws Error that says what is wrong
 */
export async function runCourses([action, date, second]: string[], ordering: Ordering): Promise<string> {
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
      const why = isProblem(error) ? moveFailures[error.code] : undefined
      throw why ? new Error(why, { cause: error }) : error
    })
    return `The date ${id.data} begins ${fromDateTime}. Everybody is told, and may cancel free of charge.`
  }
  if (action === 'call-off' && id.success) {
    await callOff(ordering, id.data)
    return `The date ${id.data} is called off. Everybody is told, and what they paid goes back.`
  }
  throw new Error(`Usage: ${coursesUsage}`)
}

const moveFailures: Record<string, string | undefined> = {
  notFound: 'There is no such date.',
  conflict: 'This date is over or called off.',
  invalidInput: 'A date moves to a time to come that the clocks do not skip.',
}
