import type { User } from '@auth0/auth0-spa-js'
import type { Course, MemberCourse } from '../../contracts/course.ts'
import type { Member } from '../../contracts/member.ts'

/** The signed-in person, as far as this page knows. */
export interface Session {
  status: 'loading' | 'anonymous' | 'authenticated'
  user: User | null
  /** Access token for product calls; null when it could not be had. */
  token: string | null
  member: Member | null
  courses: Course[]
  memberCourses: MemberCourse[]
  /**
   * The failure: `token` (none could be had), `timeout` (the provider did not answer), `login` (sign-in was not
   * finished), otherwise a sentence to show.
   */
  error: string | null
}

export const loadingSession: Session = {
  status: 'loading',
  user: null,
  token: null,
  member: null,
  courses: [],
  memberCourses: [],
  error: null,
}

export const anonymous: Session = { ...loadingSession, status: 'anonymous' }
