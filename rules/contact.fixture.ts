import type { Contact } from '../contracts/sign-up.ts'

/** A contact without faults. */
export const frida: Contact = {
  firstName: 'Frida',
  lastName: 'Fräs',
  birthDay: '24',
  birthMonth: '12',
  birthYear: '1990',
  guardianName: '',
  guardianEmail: '',
  street: 'Am alten Drehwerk 9',
  zip: '51063',
  city: 'Köln',
  country: 'DE',
  phone: '',
  buysFor: 'self',
  company: '',
  vatId: '',
  reference: '',
  invoiceEmail: '',
  requirement: '',
}
