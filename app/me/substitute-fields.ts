import type { CourseSubstitute } from '../../contracts/course-place.ts'
import type { MessageKey } from '../i18n/messages.ts'

export type SubstituteField = keyof CourseSubstitute

/** Returns what is missing or wrong in a form, in its order. The server checks it again. */
export function substituteFaults(form: FormData): Partial<Record<SubstituteField, MessageKey>> {
  const { firstName, lastName, email, bornOn } = substituteOf(form)
  const isName = (name: string) => /^[\p{Script=Latin}\p{M} '’-]+$/u.test(name)
  return {
    ...(!isName(firstName) && { firstName: 'place_substitute_first_name_missing' }),
    ...(!isName(lastName) && { lastName: 'place_substitute_last_name_missing' }),
    ...(!/^\S+@\S+\.\S+$/.test(email) && { email: 'place_substitute_email_missing' }),
    ...(!/^\d{4}-\d\d-\d\d$/.test(bornOn) && { bornOn: 'place_substitute_birth_missing' }),
  }
}

/** Returns the person whom a form names. */
export function substituteOf(form: FormData): CourseSubstitute {
  const text = (name: SubstituteField) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    bornOn: text('bornOn'),
  }
}
