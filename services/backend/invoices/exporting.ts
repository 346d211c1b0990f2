import type { BillingSettings, Datev } from '../../../contracts/invoice.ts'
import { datevJournal } from '../../../formats/datev.ts'
import { invoiceTable } from '../../../formats/invoice-table.ts'
import { dayOf, toLocal } from '../../../rules/time.ts'
import { type IssuedRate, ratesIssued } from './invoices.store.ts'
import type { Invoicing } from './parts.ts'
import * as settingsStore from './settings.store.ts'

interface Exported {
  path: string
  text: string
  encoding: 'utf8' | 'latin1'
  /** Number of invoices and cancellations. */
  invoices: number
}

interface Asked {
  /** YYYY-MM; default: the month before. */
  month: string | undefined
  format: 'csv' | 'datev'
  /** Id; needed where several spaces write invoices. */
  space: number | undefined
}

/**
 * Writes the invoices of a month for the books.
 * @throws Error that says what is missing
 */
export async function exportInvoices(invoicing: Invoicing, asked: Asked): Promise<Exported> {
  const { db, connector, clock } = invoicing
  const spaces = await settingsStore.spaces(db)
  const id = asked.space ?? (spaces.length === 1 ? spaces[0] : undefined)
  if (id === undefined)
    throw new Error(`Name the space by --space; invoices are written by ${spaces.join(', ') || 'none'}.`)
  const [space, settings] = await Promise.all([connector.space(id), settingsStore.read(db, id)])
  if (!space || !settings) throw new Error(`Space ${id} writes no invoices: give it settings first.`)
  const month = asked.month ?? monthBefore(dayOf(toLocal(clock(), space.timezone)))
  const days = { from: `${month}-01`, until: lastDayOf(month) }
  const rates = await ratesIssued(db, { space: id, ...days })
  const invoices = new Set(rates.map(({ number }) => number)).size
  if (asked.format === 'csv') {
    const rows = rates.map(({ buyer, ...rate }) => ({
      ...rate,
      memberNumber: buyer.memberNumber,
      name: nameOf(buyer),
    }))
    return { path: `invoices-${month}.csv`, text: invoiceTable(rows), encoding: 'utf8', invoices }
  }
  if (!settings.datev)
    throw new Error(`The settings of space ${id} have no "datev": see the guide for operators.`)
  const text = journalOf(rates, { settings, datev: settings.datev, ...days, createdAt: clock() })
  return { path: `EXTF_Buchungsstapel_${month}.csv`, text, encoding: 'latin1', invoices }
}

interface JournalOptions {
  settings: BillingSettings
  datev: Datev
  from: string
  until: string
  createdAt: Date
}

function journalOf(rates: IssuedRate[], options: JournalOptions): string {
  const { settings, datev, from, until, createdAt } = options
  const { consultant, client, chart, accountLength = 4, yearStartsIn = 1 } = datev
  return datevJournal({
    consultant,
    client,
    chart,
    accountLength,
    from,
    until,
    createdAt,
    fiscalYearStart: yearStart(from, yearStartsIn),
    name: `Rechnungen ${from.slice(5, 7)}/${from.slice(0, 4)}`,
    entries: rates.map(({ netCents, taxCents, member, taxPercent, issuedOn, number, kind, buyer }) => ({
      grossCents: netCents + taxCents,
      debtor: debtorOf(member, accountLength),
      revenue: revenueOf(taxPercent, settings.scheme, datev),
      issuedOn,
      number,
      text: `${kind === 'cancellation' ? 'Storno ' : ''}${nameOf(buyer)}`,
    })),
  })
}

/** Accounts of customers have one digit more than the ledger and begin with 1 to 6; guests share the first one. */
function debtorOf(member: number | null, accountLength: number): number {
  const first = 10 ** accountLength
  if (member !== null && member >= 6 * first)
    throw new Error(`Member ${member} has no account: raise "accountLength" of "datev".`)
  return first + (member ?? 0)
}

/** The accounts of DATEV's charts that work out the tax by themselves. */
const revenues: Record<Datev['chart'], Record<string, number>> = {
  '03': { '19.00': 8400, '7.00': 8300, '0.00': 8200, small: 8195 },
  '04': { '19.00': 4400, '7.00': 4300, '0.00': 4200, small: 4185 },
}

function revenueOf(taxPercent: string, scheme: BillingSettings['scheme'], datev: Datev): number {
  const { chart, accountLength = 4, revenue = {} } = datev
  const own = revenue[taxPercent]
  if (own !== undefined) return own
  const usual = revenues[chart][scheme === 'small' ? 'small' : taxPercent]
  if (usual === undefined)
    throw new Error(`Name the account of the rate ${taxPercent} in "revenue" of "datev".`)
  return usual * 10 ** (accountLength - 4)
}

function nameOf({ company, name }: IssuedRate['buyer']): string {
  return company ? `${company}, ${name}` : name
}

/** The first day of the financial year that holds a day. */
function yearStart(day: string, month: number): string {
  const year = Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < month ? 1 : 0)
  return `${year}-${String(month).padStart(2, '0')}-01`
}

function monthBefore(day: string): string {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 2, 1)).toISOString().slice(0, 7)
}

function lastDayOf(month: string): string {
  return new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0))
    .toISOString()
    .slice(0, 10)
}
