import { dataApi } from '../../../contracts/http/data.ts'
import { seatsState, seatsText } from '../../events/event-words.ts'
import { dataLoader, readOnly } from '../../live/data-route.ts'

export const loader = dataLoader(dataApi.courses, async ({ services, locale }) => {
  const courses = await services.backend.courses()
  return courses.flatMap(({ dates }) =>
    dates.map(({ id, freeSeats }) => ({
      id,
      freeSeats,
      seats: seatsText(freeSeats, locale),
      state: seatsState(freeSeats),
    })),
  )
})

export const action = readOnly
