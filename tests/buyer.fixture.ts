import type { OrderBuyer } from '../contracts/order.ts'

/** A person who buys for themselves. */
export const someone: OrderBuyer = {
  firstName: 'Nele',
  lastName: 'Neu',
  email: 'nele@example.org',
  locale: 'de',
  street: 'Ring 1',
  zip: '50667',
  city: 'Köln',
  country: 'DE',
  phone: null,
  dateOfBirth: '1990-05-01',
  company: null,
  vatId: null,
  reference: null,
  invoiceEmail: null,
}

/** The contact data that a member changes. */
export const changedContact = {
  phone: null,
  address: 'Keupstraße 1',
  zip: '51063',
  city: 'Köln',
  countryCode: 'DE',
  language: 'de',
} as const
