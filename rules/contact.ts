import { countries, latinText, phoneNumber, postalCodes } from '../contracts/postal.ts'
import type { Contact, SignUpFlow } from '../contracts/sign-up.ts'
import { vatIdFault } from './vat-id.ts'

/** What the rules of the step `contact` depend on beside its fields. */
export interface ContactCase {
  /** YYYY-MM-DD in the space. */
  today: string
  /** Address of the account. */
  email: string
  /** The package has a condition, which the buyer has to meet. */
  hasRequirement: boolean
  /** Country of the space, which sells. */
  country: string
  /** `team`: a company with its contact person, whose day of birth nobody needs. Default: `onboarding`. */
  flow?: SignUpFlow
}

/** A field and why it is wrong. */
export interface ContactFault {
  field: keyof Contact | 'birth'
  why: string
}

/** Younger people sign up at the front desk, together with a guardian. */
export const minimumAge = 14
const ofAge = 18

/** Lengths that invoices, banks and member cards have room for. */
const most = { name: 80, street: 120, city: 80, company: 120, reference: 60 }

/** Banks and the fonts of invoices know Latin letters, with any accents. */
const latinName = /^[\p{Script=Latin}\p{M}\p{Zs}'’ʼ.-]+$/u
/** The form that orders require of addresses (zod). */
const emailForm =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** Returns everything that is wrong with the fields of a contact, in the order of the form. At most one per field. */
export function contactFaults(contact: Contact, given: ContactCase): ContactFault[] {
  const isTeam = given.flow === 'team'
  const isCompany = isTeam || contact.buysFor === 'company'
  const birth = isTeam ? null : birthFault(contact, given.today)
  const faults: [ContactFault['field'], string | null][] = [
    ['firstName', nameFault(contact.firstName)],
    ['lastName', nameFault(contact.lastName)],
    ['birth', birth],
    ...(!isTeam && birth === null && isMinor(contact, given.today) ? guardianFaults(contact, given) : []),
    ['street', textFault(contact.street, most.street)],
    ['zip', zipFault(contact)],
    ['city', textFault(contact.city, most.city)],
    ['country', countryFault(contact, given, isCompany)],
    ['phone', contact.phone.trim() === '' || phoneNumber.test(contact.phone.trim()) ? null : 'form'],
    ['company', isCompany ? textFault(contact.company, most.company) : null],
    ['vatId', isCompany && contact.vatId.trim() !== '' ? vatIdFault(contact.vatId, given.country) : null],
    ['reference', isCompany ? optionalFault(contact.reference, most.reference) : null],
    ['invoiceEmail', isCompany ? optionalEmailFault(contact.invoiceEmail) : null],
    ['requirement', given.hasRequirement && contact.requirement !== 'on' ? 'missing' : null],
  ]
  return faults.flatMap(([field, why]) => (why === null ? [] : [{ field, why }]))
}

/** Returns the day of birth (YYYY-MM-DD); null when the three fields are no day. */
export function birthDate({ birthDay, birthMonth, birthYear }: Contact): string | null {
  const [day, month, year] = [birthDay, birthMonth, birthYear].map((part) => part.trim())
  if (!/^\d{1,2}$/.test(day ?? '') || !/^\d{1,2}$/.test(month ?? '') || !/^\d{4}$/.test(year ?? ''))
    return null
  const date = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  const read = new Date(`${date}T00:00:00Z`)
  // Date may read 31 April as a day in May.
  return !Number.isNaN(read.getTime()) && read.toISOString().slice(0, 10) === date ? date : null
}

/** Returns the age in years on a day; somebody born on 29 February has their birthday on 1 March of other years. */
export function ageOn(born: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4))
  return day.slice(5) < born.slice(5) ? years - 1 : years
}

/** Whether a guardian has to agree; false while the day of birth is not known. */
export function isMinor(contact: Contact, today: string): boolean {
  return isUnderAge(birthDate(contact), today)
}

/** Whether somebody who was born on a day is under 18; false while the day is not known. */
export function isUnderAge(born: string | null, today: string): boolean {
  return born !== null && ageOn(born, today) < ofAge
}

function nameFault(name: string): string | null {
  const trimmed = name.trim()
  if (trimmed === '') return 'missing'
  if ([...trimmed].length > most.name) return 'long'
  if (!latinName.test(trimmed)) return 'latin'
  // "Dr. Max" has a dot; mail programs make a link of "evil.example".
  return /\.\p{L}/u.test(trimmed) ? 'dot' : null
}

function textFault(text: string, longest: number): string | null {
  return text.trim() === '' ? 'missing' : optionalFault(text, longest)
}

function optionalFault(text: string, longest: number): string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if ([...trimmed].length > longest) return 'long'
  return latinText.test(trimmed) ? null : 'latin'
}

function birthFault(contact: Contact, today: string): string | null {
  const { birthDay, birthMonth, birthYear } = contact
  if ([birthDay, birthMonth, birthYear].every((part) => part.trim() === '')) return 'missing'
  const born = birthDate(contact)
  if (born === null || born < '1900-01-01') return 'form'
  if (born > today) return 'future'
  return ageOn(born, today) < minimumAge ? 'young' : null
}

function guardianFaults(contact: Contact, { email }: ContactCase): [keyof Contact, string | null][] {
  const address = contact.guardianEmail.trim()
  const isOwn = address.toLowerCase() === email.toLowerCase()
  const fault = address === '' ? 'missing' : emailFault(address)
  return [
    ['guardianName', nameFault(contact.guardianName)],
    ['guardianEmail', fault ?? (isOwn ? 'own' : null)],
  ]
}

function zipFault({ zip, country }: Contact): string | null {
  const trimmed = zip.trim()
  if (trimmed === '') return 'missing'
  const form = postalCodes.get(country) ?? /^[A-Z\d][A-Z\d -]{1,9}$/i
  return form.test(trimmed) ? null : 'form'
}

function countryFault({ country }: Contact, given: ContactCase, isCompany: boolean): string | null {
  if (!countries.includes(country)) return 'missing'
  // Companies elsewhere would owe the tax themselves (reverse charge), which invoices here cannot say.
  return isCompany && country !== given.country ? 'business' : null
}

function optionalEmailFault(text: string): string | null {
  return text.trim() === '' ? null : emailFault(text.trim())
}

function emailFault(address: string): string | null {
  return address.length <= 254 && emailForm.test(address) ? null : 'form'
}
