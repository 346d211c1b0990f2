import { z } from 'zod'
import type { Ordering } from '../../services/backend/orders/parts.ts'
import { callOff, comingDates, setSeats } from '../../services/backend/places/desk.ts'

export const coursesUsage = 'courses list | courses seats <date> <seats> | courses call-off <date>'

const Whole = z.coerce.number().int().positive().max(2_147_483_647)

/** Lists the dates of courses to come, changes the seats of one, or calls one off. @throws Error that says what is wrong */
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
  if (action === 'call-off' && id.success) {
    await callOff(ordering, id.data)
    return `The date ${id.data} is called off. Everybody is told, and what they paid goes back.`
  }
  throw new Error(`Usage: ${coursesUsage}`)
}
