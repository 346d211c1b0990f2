import type { User } from '@auth0/auth0-spa-js'
import type { Course, MemberCourse } from '../../contracts/course.ts'
import type { Member } from '../../contracts/member.ts'

/** Who is signed in, as far as this page knows. */
export interface Session {
  status: 'loading' | 'anonymous' | 'authenticated'
  user: User | null
  /** Access token for the product's calls; null when it could not be had. */
  token: string | null
  member: Member | null
  courses: Course[]
  memberCourses: MemberCourse[]
  /**
   * What failed: `token` (none could be had), `timeout` (the provider did not answer), `login` (signing in
   * was not finished), else a sentence to show.
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
