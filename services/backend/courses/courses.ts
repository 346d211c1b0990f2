import { Problem } from '../../../contracts/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { readBody, readQuery } from '../../../platform/http/service.ts'
import type { Authentication } from '../callers.ts'
import { createCourseStore } from './courses.store.ts'
import { type Handler, routes } from '../routes.ts'

interface Options {
  authentication: Authentication
  db: Database
}

export function courseHandlers({ authentication, db }: Options): {
  courses: Handler
  memberCourses: Handler
} {
  const store = createCourseStore(db)
  return {
    async courses(c) {
      await authentication.siteOrCaller(c.req.raw)
      const { ids } = await readBody(c, routes.courses.body)
      return c.json(await store.courses(ids))
    },

    async memberCourses(c) {
      const caller = await authentication.caller(c.req.raw)
      readQuery(c, routes.memberCourses.query)
      const member = await authentication.memberOf(caller)
      if (member === null) throw new Problem('noMember')
      return c.json(await store.ofMember(member))
    },
  }
}
