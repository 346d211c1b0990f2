import { MemberContact } from '../../contracts/member-contact.ts'
import type { FieldErrors } from '../forms/use-action-form.ts'
import type { MessageKey } from '../i18n/messages.ts'

/** Returns the fields of a form that break a rule, in the order of the form, each with the first sentence about it. */
export function wrongFields(form: FormData): FieldErrors {
  const { error } = MemberContact.safeParse(fieldsOf(form))
  const errors: FieldErrors = {}
  for (const name of Object.keys(MemberContact.shape)) {
    const issue = error?.issues.find(({ path }) => path[0] === name)
    if (issue) errors[name] = texts[`${name} ${issue.message}`] ?? 'me_contact_wrong'
  }
  return errors
}

/** Returns the contact data of a form. @throws ZodError for a form with wrong fields */
export function contactOf(form: FormData): MemberContact {
  return MemberContact.parse(fieldsOf(form))
}

function fieldsOf(form: FormData): Record<string, FormDataEntryValue | null> {
  const fields = Object.fromEntries(form)
  return { ...fields, phone: String(fields['phone'] ?? '').trim() === '' ? null : (fields['phone'] ?? null) }
}

const texts: Partial<Record<string, MessageKey>> = {
  'phone form': 'me_contact_phone_form',
  'address missing': 'me_contact_address_missing',
  'zip missing': 'me_contact_zip_missing',
  'zip form': 'me_contact_zip_form',
  'city missing': 'me_contact_city_missing',
}
