import type { Course } from '../../contracts/course.ts'
import type { Locale } from './locale.ts'
import { translate } from './messages.ts'

/** "ab 14 Jahren, unter 16 mit einer erwachsenen Begleitung"; empty for a course for everybody. */
export function ageText(
  { minAge, accompaniedBelow }: Pick<Course, 'minAge' | 'accompaniedBelow'>,
  locale: Locale,
): string {
  return [
    minAge !== null && translate(locale, 'events_age_least', { age: minAge }),
    accompaniedBelow !== null && translate(locale, 'events_age_accompanied', { age: accompaniedBelow }),
  ]
    .filter(Boolean)
    .join(', ')
}
