import { mkdirSync, writeFileSync } from 'node:fs'
import { measureBooking } from './booking.ts'
import { compareContentPage } from './content-page.ts'
import { measureFirstView } from './first-view.ts'
import { compareRendering } from './rendered-page.ts'
import { measureStart } from './start.ts'

/** Every measurement of one run: a table for people, JSON for machines. Ratios count, absolutes depend on the machine. */
const rows = [
  ...(await measureStart()),
  ...(await compareContentPage()),
  ...(await compareRendering()),
  // Without a Chromium the other figures still count, but the run is not complete.
  ...(await measureFirstView().catch((error: unknown) => {
    console.error('The first view is not measured.', error)
    process.exitCode = 1
    return []
  })),
  // Without a PostgreSQL the other figures still count, but the run is not complete.
  ...(await measureBooking().catch((error: unknown) => {
    console.error('Bookings are not measured.', error)
    process.exitCode = 1
    return []
  })),
]

console.table(rows)
mkdirSync('.test', { recursive: true })
writeFileSync('.test/bench.json', `${JSON.stringify(rows, null, 2)}\n`)
console.log('Written to .test/bench.json')
