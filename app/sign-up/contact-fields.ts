import { z } from 'zod'
import { Contact } from '../../contracts/sign-up.ts'
import { type ContactCase, contactFaults } from '../../rules/contact.ts'
import type { MessageKey } from '../i18n/messages.ts'

const long: MessageKey = 'signup_error_text_long'
const typed = z.string(long).max(300, long).optional()
const names = Object.keys(Contact.shape) as (keyof Contact)[]

/** The form of the step `contact`: every field as it is typed, judged by the rules of the backend. */
export function contactForm(given: ContactCase) {
  const fields = Object.fromEntries(names.map((name) => [name, typed])) as Record<keyof Contact, typeof typed>
  return z.object(fields).superRefine((form, { addIssue }) => {
    for (const { field, why } of contactFaults(contactOf(form), given)) {
      const message = contactMessage(field, why)
      addIssue({ code: 'custom', path: [field === 'birth' ? 'birthDay' : field], message })
    }
  })
}

/** Returns the contact of a filled form; fields that were left empty are empty texts. */
export function contactOf(form: Partial<Record<keyof Contact, string | undefined>>): Contact {
  const texts = Object.fromEntries(names.map((name) => [name, form[name] ?? '']))
  const buysFor = form.buysFor === 'company' ? 'company' : 'self'
  const box = (name: 'requirement' | 'ownerSeat') => (form[name] === 'on' ? 'on' : '')
  return { ...texts, buysFor, requirement: box('requirement'), ownerSeat: box('ownerSeat') } as Contact
}

/** Returns the text for a field and why it is wrong; the rules know no others (`contact.test.ts`). */
export function contactMessage(field: string, why: string): MessageKey {
  const shared: Record<string, string> = {
    'firstName long': 'name_long',
    'lastName long': 'name_long',
    'guardianName long': 'name_long',
    'firstName latin': 'name_latin',
    'lastName latin': 'name_latin',
    'guardianName latin': 'name_latin',
    'firstName dot': 'name_dot',
    'lastName dot': 'name_dot',
    'guardianName dot': 'name_dot',
  }
  const plain: Record<string, string> = { long: 'text_long', latin: 'text_latin' }
  const name = shared[`${field} ${why}`] ?? plain[why] ?? `${snake(field)}_${why}`
  return `signup_error_${name}` as MessageKey
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
