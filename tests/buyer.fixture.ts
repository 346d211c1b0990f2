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
