import { z } from 'zod'
import { GuestRequest } from '../../contracts/guest-place.ts'
import type { MessageKey } from '../i18n/messages.ts'

const key = (name: MessageKey) => name
const { firstName, lastName, email, bornOn, companions, companionAges } = GuestRequest.shape

/** Text of a form, checked as the service does, with one message. */
function text(schema: z.ZodType<string, string>, message: MessageKey) {
  return z.string(message).refine((typed) => schema.safeParse(typed).success, message)
}

const namesOf = (typed = '') =>
  typed
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Name and age of a line, as in `Mia Muster, 9`. */
const agedOf = (line: string) => {
  const [, name = '', age] = /^(.*\D)\b(\d{1,3})\)?$/.exec(line) ?? []
  return { name: name.replace(/[\s,;(]+$/, ''), age: Number(age) }
}

const areAged = (people: { name: string; age: number }[]) =>
  companions.safeParse(people.map(({ name }) => name)).success &&
  companionAges.safeParse(people.map(({ age }) => age)).success

/** The form of a sign-up without an account. */
export function guestForm({ hasAgeRule, minAge }: { hasAgeRule: boolean; minAge: number | null }) {
  const shared = {
    firstName: text(firstName, key('guest_error_first_name')),
    lastName: text(lastName, key('guest_error_last_name')),
    email: text(email, key('contract_error_email')),
  }
  const others = {
    companions: z
      .string()
      .optional()
      .refine((typed) => companions.safeParse(namesOf(typed)).success, key('guest_error_companions')),
    accepted: z.literal('on', key('place_terms_missing')),
  }
  return hasAgeRule
    ? z.object({
        ...shared,
        bornOn: text(z.string().pipe(bornOn.unwrap()), key('signup_error_birth_missing')),
        ...others,
        companions: z
          .string()
          .optional()
          .transform((typed) => namesOf(typed).map(agedOf))
          .refine(areAged, key('guest_error_companion_ages'))
          .refine(
            (all) => all.every(({ age }) => !(age < (minAge ?? 0))),
            key('guest_error_companion_young'),
          ),
      })
    : z.object({ ...shared, ...others, isAdult: z.literal('on', key('guest_error_adult')) })
}

/** Returns what a filled form asks for. */
export function guestRequestOf(
  form: z.output<ReturnType<typeof guestForm>>,
  dateId: number,
): z.input<typeof GuestRequest> {
  const age =
    'bornOn' in form
      ? {
          bornOn: form.bornOn,
          companions: form.companions.map(({ name }) => name),
          companionAges: form.companions.map((each) => each.age),
        }
      : { isAdult: true as const, companions: namesOf(form.companions) }
  const { firstName: first, lastName: last, email: address } = form
  const person = { firstName: first, lastName: last, email: address }
  return { ...person, ...age, dateId, accepted: true }
}
