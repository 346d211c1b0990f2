import { z } from 'zod'

const cents = z.number().int()
/** `19.00` */
const percent = z.string().regex(/^\d{1,2}\.\d\d$/)
const day = z.iso.date()

const Address = z.object({
  name: z.string(),
  street: z.string(),
  zip: z.string(),
  city: z.string(),
  /** ISO 3166-1 alpha-2. */
  country: z.string().regex(/^[A-Z]{2}$/),
  email: z.string().nullable(),
  vatId: z.string().nullable(),
})

/** The space, as it signs invoices. */
export const Seller = Address.extend({
  taxNumber: z.string().nullable(),
  phone: z.string().nullable(),
  /** Where a transfer goes; null = nothing can be transferred. */
  bank: z.object({ holder: z.string(), iban: z.string(), bic: z.string().nullable() }).nullable(),
})
export type Seller = z.infer<typeof Seller>

/** How a space's books are kept, for the export to DATEV. */
const Datev = z.strictObject({
  /** Numbers of the tax adviser and of the space there ("Berater", "Mandant"). */
  consultant: z.int().min(1001).max(9_999_999),
  client: z.int().min(1).max(99_999),
  /** Chart of accounts, SKR 03 or 04. */
  chart: z.enum(['03', '04']),
  /** Digits of an account of the ledger; those of customers have one more. Default: 4. */
  accountLength: z.int().min(4).max(8).optional(),
  /** Revenue account by rate, such as `{ "19.00": 8400 }`; a rate that is not named has that of the chart. */
  revenue: z.record(percent, z.int().min(1).max(99_999_999)).optional(),
  /** Month in which the financial year begins. Default: 1. */
  yearStartsIn: z.int().min(1).max(12).optional(),
})
export type Datev = z.infer<typeof Datev>

/** How a space writes invoices. Prices are gross. */
export const BillingSettings = z.strictObject({
  seller: Seller.strict().refine(({ vatId, taxNumber }) => vatId !== null || taxNumber !== null, {
    path: ['vatId'],
    message: 'the VAT id or the tax number',
  }),
  /** Begins every number: `H9-2026-000001`. */
  prefix: z.string().regex(/^[A-Z0-9-]{0,12}$/, 'up to 12 of A-Z 0-9 -'),
  /** `small`: exempt small business (§ 19 UStG). */
  scheme: z.enum(['standard', 'small']),
  /** Rate for the use of machines. */
  usageTaxPercent: z.string().regex(/^\d{1,2}\.\d\d$/, 'a rate like 19.00'),
  dueDays: z.int().min(1).max(60),
  /** Years from the end of the year in which an invoice was issued. */
  retainYears: z.int().min(6).max(12),
  /** Absent: there is no export to DATEV. */
  datev: Datev.optional(),
})
export type BillingSettings = z.infer<typeof BillingSettings>

/** The person or company that an invoice is for. An address that is not known is empty (up to 250 € it may be missing). */
export const Buyer = Address.extend({
  company: z.string().nullable(),
  /** Empty = no member. */
  memberNumber: z.string(),
  /** The buyer's own reference. */
  reference: z.string().nullable(),
})
export type Buyer = z.infer<typeof Buyer>

export const InvoiceLine = z.object({
  text: z.string(),
  quantity: z.number().int(),
  suppliedFrom: day.nullable(),
  suppliedUntil: day.nullable(),
  taxPercent: percent,
  /** Negative in a cancellation. */
  netCents: cents,
  grossCents: cents,
})
export type InvoiceLine = z.infer<typeof InvoiceLine>

export const InvoiceTax = z.object({
  /** EN 16931: `S` = a rate, `E` = exempt (small business). */
  category: z.enum(['S', 'E']),
  taxPercent: percent,
  netCents: cents,
  taxCents: cents,
})
export type InvoiceTax = z.infer<typeof InvoiceTax>

/** Everything that the paper and the XML of an invoice say. Prices are gross; sums are exact. */
export const Invoice = z.object({
  id: z.number().int(),
  /** `H9-2026-000001`, without gaps per space and year. */
  number: z.string(),
  kind: z.enum(['invoice', 'cancellation']),
  /** Number and day of the invoice that a cancellation corrects. */
  cancels: z.object({ number: z.string(), issuedOn: day }).nullable(),
  locale: z.enum(['de', 'en']),
  issuedOn: day,
  dueOn: day,
  scheme: z.enum(['standard', 'small']),
  seller: Seller,
  buyer: Buyer,
  lines: z.array(InvoiceLine),
  taxes: z.array(InvoiceTax),
  netCents: cents,
  taxCents: cents,
  grossCents: cents,
})
export type Invoice = z.infer<typeof Invoice>

/** Money that has arrived for an invoice. */
export interface InvoicePayment {
  /** `prepaid`: from what the member had paid in advance. */
  method: 'prepaid' | 'transfer' | 'provider'
  cents: number
  /** YYYY-MM-DD in the space's zone. */
  paidOn: string
}

/** How an open invoice will be collected from the kept method of its buyer. */
export interface InvoiceCollection {
  kind: 'card' | 'sepa_debit'
  /** Of the card or the account. */
  last4: string
  /** YYYY-MM-DD, the first day on which it is. */
  on: string
}

/** The money of an invoice when its paper is made. */
export interface InvoiceMoney {
  payments: InvoicePayment[]
  /** null = what is open is transferred. */
  collection: InvoiceCollection | null
}

/** An invoice in a member's list (I3 of the routes). */
export const InvoiceEntry = Invoice.pick({
  id: true,
  number: true,
  kind: true,
  /** Of its title, number and files: an invoice stays as it was issued. */
  locale: true,
  issuedOn: true,
  dueOn: true,
  grossCents: true,
}).extend({
  /**
   * `charged` = a charge of the kept method is under way; `cancelled` = a cancellation invoice corrects it; `settled` =
   * nothing is to be paid (a cancellation, or zero).
   */
  state: z.enum(['open', 'charged', 'paid', 'cancelled', 'settled']),
  paidCents: cents,
  /** It is open, and can be paid online. */
  canBePaid: z.boolean(),
  /** What its lines say, in one text. */
  title: z.string(),
  /** Empty for the moment until its paper is drawn; `xml` is the e-invoice of a company. */
  files: z.array(z.enum(['pdf', 'xml'])),
})
export type InvoiceEntry = z.infer<typeof InvoiceEntry>

/** A file to save. */
export const InvoiceFile = z.object({ name: z.string(), type: z.string(), content: z.base64() })
export type InvoiceFile = z.infer<typeof InvoiceFile>
