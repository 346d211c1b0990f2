import type { Charge } from '../../../contracts/charge.ts'
import type { BillingSettings, Invoice } from '../../../contracts/invoice.ts'
import { localeOfMember, type Member } from '../../../contracts/member.ts'
import { Problem } from '../../../contracts/problem.ts'
import { violates } from '../../../platform/database/database.ts'
import { addDays, type Day, dayOf, dayStart, toLocal } from '../../../rules/time.ts'
import { invoiceSums } from '../../../rules/vat.ts'
import * as invoices from './invoices.store.ts'
import type { Invoicing } from './parts.ts'
import * as settingsStore from './settings.store.ts'
import * as store from './usage.store.ts'

/** Less waits for later months, at most three. */
const leastCents = 100
const mostDays = 92

/**
 * Writes an invoice for each member who owes money for bookings of past months. A crash at any point leaves the rest to
 * the next turn, and two processes write each invoice once.
 * @returns how many invoices were written
 */
export async function invoiceUsage(invoicing: Invoicing): Promise<number> {
  for (const space of await settingsStore.spaces(invoicing.db)) await collectMonth(invoicing, space)
  let written = 0
  for (const bill of await store.openUsageBills(invoicing.db)) {
    try {
      if (await writeInvoice(invoicing, bill)) written += 1
    } catch (error) {
      // The invoices of other members do not wait for this one.
      invoicing.log.error({ err: error, bill: bill.key }, 'an invoice was not written')
    }
  }
  return written
}

/** Writes an invoice for what a member owes at this moment, and what is left of earlier ones. A repeat writes nothing. */
export async function invoiceNow(invoicing: Invoicing, member: number): Promise<void> {
  const { db, connector, clock } = invoicing
  const until = clock()
  const open = (await openCharges(connector, until)).find((each) => each.member === member)
  const key = `usage-${member}-end-${until.getTime()}`
  if (open && open.cents > 0) await store.addUsageBill(db, { key, member, until }, until)
  for (const bill of await store.openUsageBills(db, member)) await writeInvoice(invoicing, bill)
}

/** Notes whom a space invoices for the month that has ended, before the workshop system is asked to bill it. */
async function collectMonth({ db, connector, clock }: Invoicing, spaceId: number): Promise<void> {
  const space = await connector.space(spaceId)
  if (!space) return
  const now = clock()
  const firstDay = `${dayOf(toLocal(now, space.timezone)).slice(0, 7)}-01`
  const until = dayStart(firstDay, space.timezone)
  const oldest = dayStart(addDays(firstDay, -mostDays), space.timezone)
  const month = addDays(firstDay, -1).slice(0, 7)
  for (const { member: id, cents, since } of await openCharges(connector, until)) {
    if (cents <= 0 || (cents < leastCents && new Date(since) > oldest)) continue
    const member = await connector.member(id)
    if (member?.space === spaceId)
      await store.addUsageBill(db, { key: `usage-${id}-${month}`, member: id, until }, now)
  }
}

/** A workshop system that writes invoices of its own has no charges for us. */
async function openCharges(connector: Invoicing['connector'], until: Date) {
  try {
    return await connector.openCharges({ until: until.toISOString() })
  } catch (error) {
    if (error instanceof Problem && error.code === 'notSupported') return []
    throw error
  }
}

async function writeInvoice(
  invoicing: Invoicing,
  { key, member: id, until }: store.UsageBill,
): Promise<boolean> {
  const { db, connector, clock } = invoicing
  const bill = await connector.collectCharges(key, { member: id, until: until.toISOString() })
  if (bill.charges.length === 0) {
    await store.dropUsageBill(db, key)
    return false
  }
  const member = await connector.member(id)
  const settings = member && (await settingsStore.read(db, member.space))
  const space = member && (await connector.space(member.space))
  if (!settings || !space) throw new Error(`No billing settings for the space of member ${id}`)

  const now = clock()
  const issuedOn = dayOf(toLocal(now, space.timezone))
  const company = member.company === null ? null : await store.companyOf(db, id, member.company)
  const invoice = usageInvoice({ member, company, settings, charges: bill.charges, issuedOn })
  const write = db.transaction().execute(async (tx) => {
    const written = await invoices.insertInvoice(tx, { ...invoice, purpose: key, now })
    if (bill.prepaidCents > 0)
      await invoices.addPayment(tx, {
        invoice: written,
        key: `prepaid-${key}`,
        method: 'prepaid',
        cents: bill.prepaidCents,
        paidOn: issuedOn,
        now,
      })
    await store.completeUsageBill(tx, key, written)
    return true
  })
  return write.catch((error: unknown) => {
    // Another process has written it meanwhile.
    if (violates(error, 'invoice_purpose_unique')) return false
    throw error
  })
}

interface UsageInvoice {
  member: Member
  company: store.CompanyData | null
  settings: BillingSettings
  charges: Charge[]
  issuedOn: Day
}

function usageInvoice({ member, company, settings, charges, issuedOn }: UsageInvoice) {
  const { seller, prefix, scheme, usageTaxPercent: taxPercent, dueDays, retainYears } = settings
  const lines = charges.map(({ description, day, cents }) => ({
    text: description,
    quantity: cents < 0 ? -1 : 1,
    suppliedFrom: day,
    suppliedUntil: day,
    taxPercent,
    grossCents: cents,
  }))
  return {
    space: member.space,
    member: member.id,
    prefix,
    kind: 'invoice' as const,
    cancels: null,
    locale: localeOfMember(member),
    issuedOn,
    dueOn: addDays(issuedOn, dueDays),
    retainUntil: `${Number(issuedOn.slice(0, 4)) + retainYears}-12-31`,
    scheme,
    seller,
    buyer: buyerOf(member, company),
    ...invoiceSums(lines, scheme),
  }
}

function buyerOf(member: Member, company: store.CompanyData | null): Invoice['buyer'] {
  return {
    name: `${member.firstName} ${member.lastName}`,
    company: member.company,
    street: member.address ?? '',
    zip: member.zip ?? '',
    city: member.city ?? '',
    country: member.countryCode ?? 'DE',
    email: member.emailAddress,
    vatId: company?.vatId ?? null,
    memberNumber: member.memberNumber,
    reference: company?.reference ?? null,
  }
}
