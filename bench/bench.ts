import { mkdirSync, writeFileSync } from 'node:fs'
import { measureBookings } from './booking.ts'
import { measureCommerce } from './commerce.ts'
import { compareCachedPage } from './cached-page.ts'
import { measureFirstView } from './first-view.ts'
import { measureInvoicePdf } from './invoice-pdf.ts'
import { measureMalformed } from './malformed.ts'
import { measureMixedLoad } from './mixed-load.ts'
import { type Measurement, type Row, run } from './measurement.ts'
import { compareRendering } from './rendered-page.ts'
import { measureRenewals } from './renewals.ts'
import { measureStart } from './start.ts'
import { measureTurns } from './turns.ts'
import { measureViewers } from './viewers.ts'

/**
 * Prints every figure as a table and writes `.test/bench.json`. Ratios count; absolute figures depend on the machine. A
 * failed measurement leaves the others and sets exit code 1. Arguments name the measurements to run; none means all.
 */
const measurements: Record<string, Measurement> = {
  start: measureStart,
  'cached-page': compareCachedPage,
  'rendered-page': compareRendering,
  'first-view': measureFirstView,
  bookings: measureBookings,
  'invoice-pdf': measureInvoicePdf,
  commerce: measureCommerce,
  renewals: measureRenewals,
  turns: measureTurns,
  viewers: measureViewers,
}
/** These take an hour or more, and run where they are named. */
const long: Record<string, Measurement> = { malformed: measureMalformed, 'mixed-load': measureMixedLoad }

const chosen = process.argv.slice(2)
const rows: Row[] = []
for (const [name, measurement] of Object.entries({ ...measurements, ...long })) {
  if (chosen.length > 0 ? !chosen.includes(name) : name in long) continue
  try {
    rows.push(...(await run(measurement)))
  } catch (error) {
    console.error(`Not measured: ${name}.`, error)
    process.exitCode = 1
  }
}

console.table(rows)
mkdirSync('.test', { recursive: true })
writeFileSync('.test/bench.json', `${JSON.stringify(rows, null, 2)}\n`)
console.log('Written to .test/bench.json')
