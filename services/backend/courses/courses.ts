import type { BackendApi } from '../../../contracts/http/backend.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import { createCourseStore, sessionsOf } from './courses.store.ts'

export function courseHandlers({ callers, db, clock }: { callers: Callers; db: Database; clock: Clock }) {
  const store = createCourseStore(db)
  return {
    courseCalendar: ({ query: { memberId } }) =>
      sessionsOf(db, memberId, `${clock().getUTCFullYear() - 1}-01-01T00:00`),
    courses: ({ body }) => store.courses(body.ids),
    async memberCourses({ person }) {
      const member = await callers.memberOf(person)
      if (member === null) throw new Problem('noMember')
      return store.ofMember(member)
    },
  } satisfies Partial<Handlers<BackendApi>>
}
