import type { CourseDate } from '../../contracts/course.ts'
import type { MessageKey } from './messages.ts'

/** The name of the language that a date is held in. */
export const languageLabel = {
  de: 'events_language_de',
  en: 'events_language_en',
} as const satisfies Record<CourseDate['language'], MessageKey>
