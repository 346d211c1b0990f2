import type { z } from 'zod'
import type { Course } from '../../contracts/course.ts'
import type { CourseSignUp } from '../../contracts/course-place.ts'
import { latinText } from '../../contracts/postal.ts'
import type { MessageKey } from '../i18n/messages.ts'

export type PlaceFieldName =
  | 'firstName'
  | 'lastName'
  | 'bornOn'
  | 'guardianName'
  | 'guardianPhone'
  | 'accepted'
  | 'guardianAgrees'
  | `companion${number}`
  | `companionAge${number}`

interface Known {
  isNameKnown: boolean
  isBirthKnown: boolean
  isMinor: boolean | null
}

/** Returns what a form leaves out or an invoice cannot say, in its order. */
export function signUpFaults(
  form: FormData,
  { isNameKnown, isBirthKnown, isMinor, minAge }: Known & Pick<Course, 'minAge'>,
): Partial<Record<PlaceFieldName, MessageKey>> {
  const needed: [PlaceFieldName, MessageKey][] = [
    ...(isNameKnown
      ? []
      : ([
          ['firstName', 'signup_error_first_name_missing'],
          ['lastName', 'signup_error_last_name_missing'],
        ] as [PlaceFieldName, MessageKey][])),
    ...(isBirthKnown ? [] : ([['bornOn', 'signup_error_birth_missing']] as [PlaceFieldName, MessageKey][])),
    ...companionsIn(form).map((name): [PlaceFieldName, MessageKey] => [
      name,
      name.startsWith('companionAge') ? 'place_companion_age_missing' : 'place_companion_missing',
    ]),
    ...(isMinor === true
      ? ([
          ['guardianName', 'place_guardian_name_missing'],
          ['guardianPhone', 'place_guardian_phone_missing'],
          ['guardianAgrees', 'place_guardian_agrees_missing'],
        ] as [PlaceFieldName, MessageKey][])
      : []),
    ['accepted', 'place_terms_missing'],
  ]
  return Object.fromEntries(
    needed.flatMap(([name, missing]) => {
      const text = textOf(form, name)
      if (text === '') return [[name, missing]]
      if (name === 'firstName' || name === 'lastName')
        return latinText.test(text) ? [] : [[name, 'signup_error_name_latin']]
      return name.startsWith('companionAge') && Number(text) < (minAge ?? 0)
        ? [[name, 'place_companion_young']]
        : []
    }),
  )
}

/** Returns the sign-up that a form asks for. */
export function signUpOf(
  form: FormData,
  given: { dateId: number; priceSeen: string },
): z.input<typeof CourseSignUp> {
  const [firstName, lastName, bornOn] = (['firstName', 'lastName', 'bornOn'] as const).map((name) =>
    textOf(form, name),
  )
  const [name, phone] = [textOf(form, 'guardianName'), textOf(form, 'guardianPhone')]
  return {
    ...given,
    companions: namesIn(form).map((each) => textOf(form, each)),
    companionAges: agesIn(form).map((each) => Number(textOf(form, each))),
    accepted: true,
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(bornOn && { bornOn }),
    ...(name && phone && { guardian: { name, phone } }),
  }
}

type CompanionField = `companion${number}` | `companionAge${number}`

function companionsIn(form: FormData): CompanionField[] {
  return [...form.keys()].filter((name): name is CompanionField => name.startsWith('companion'))
}

const agesIn = (form: FormData) => companionsIn(form).filter((name) => name.startsWith('companionAge'))
const namesIn = (form: FormData) => companionsIn(form).filter((name) => !name.startsWith('companionAge'))

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
