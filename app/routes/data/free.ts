import { dataApi } from '../../../contracts/http/data.ts'
import { freeEquipment } from '../../booking/free-equipment.server.ts'
import { dataLoader, readOnly } from '../../live/data-route.ts'

export const loader = dataLoader(dataApi.free, ({ services, query: { from, minutes }, memberId, locale }) =>
  freeEquipment(services, { from, minutes, memberId, locale }),
)

export const action = readOnly
