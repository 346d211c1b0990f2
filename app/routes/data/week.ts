import { dataApi } from '../../../contracts/http/data.ts'
import { loadWeek } from '../../booking/load-week.server.ts'
import { dataLoader, readOnly } from '../../live/data-route.ts'

export const loader = dataLoader(dataApi.week, ({ services, query, memberId }) =>
  loadWeek(services, { ...query, memberId }),
)

export const action = readOnly
