import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { invoiceXml } from '../services/backend/invoices/cii.ts'
import { anyInvoice, invoiceOf } from '../services/backend/invoices/invoice.fixture.ts'

/**
 * Judges e-invoices by the official rules: `npx node bench/e-invoices.ts <xslt> [number] [seed]`. The file is
 * `cii/xslt/EN16931-CII-validation.xslt` of https://github.com/ConnectingEurope/eInvoicing-EN16931, at the tag that decision 043
 * names. Its processor (Saxon) is installed in a folder that is removed again: the product needs none.
 */

interface Saxon {
  transform(options: { stylesheetText: string; sourceText: string; destination: 'serialized' }): {
    principalResult: string
  }
}

const [rules, number = '501', seed = '1'] = process.argv.slice(2)
if (!rules)
  throw new Error('Usage: npx node bench/e-invoices.ts <EN16931-CII-validation.xslt> [number] [seed]')

const folder = mkdtempSync(join(tmpdir(), 'e-invoices-'))
try {
  const packages = ['saxon-js@2.7.0', 'xslt3@2.7.0']
  execFileSync('npm', ['install', '--silent', '--prefix', folder, ...packages], { stdio: 'inherit' })
  const installed = join(folder, 'node_modules')
  const compiled = join(folder, 'rules.sef.json')
  const compiler = join(installed, 'xslt3', 'xslt3.js')
  execFileSync(process.execPath, [compiler, '-t', `-xsl:${rules}`, `-export:${compiled}`, '-nogo'], {
    stdio: 'ignore',
  })
  const saxon = createRequire(import.meta.url)(join(installed, 'saxon-js')) as Saxon
  const stylesheetText = readFileSync(compiled, 'utf8')
  /** Returns the ids of the rules that an e-invoice breaks. */
  const failed = (xml: string): string[] => {
    const { principalResult } = saxon.transform({
      stylesheetText,
      sourceText: xml,
      destination: 'serialized',
    })
    if (!principalResult.includes('fired-rule')) throw new Error('the rules have judged nothing')
    return [...principalResult.matchAll(/<svrl:failed-assert[^>]*? id="([^"]+)"/g)].map(([, id]) => id ?? '')
  }
  // The judge itself must see what is broken.
  const broken = invoiceXml(invoiceOf()).replace(/<ram:GrandTotalAmount>[^<]*/, '<ram:GrandTotalAmount>1.00')
  if (!failed(broken).includes('BR-CO-15')) throw new Error('a wrong sum was not seen')
  const invoices = fc.sample(anyInvoice, { numRuns: Number(number), seed: Number(seed) })
  const counts = new Map<string, number>()
  for (const invoice of invoices)
    for (const id of failed(invoiceXml(invoice))) counts.set(id, (counts.get(id) ?? 0) + 1)
  console.log(`${invoices.length} e-invoices, failed asserts: ${JSON.stringify(Object.fromEntries(counts))}`)
  if (counts.size > 0) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
