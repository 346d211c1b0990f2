import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryOf, productArgs, type Row, startProcess } from './product.ts'
import { median } from './median.ts'

const port = 4871
const rounds = 3

/** From the start of the Node process to the first served page: on an empty folder and on one that exists. */
export async function measureStart(): Promise<Row[]> {
  const cold: number[] = []
  const warm: number[] = []
  let peak = 0
  for (let round = 0; round < rounds; round++) {
    const folder = mkdtempSync(join(tmpdir(), 'werkbank-bench-'))
    for (const times of [cold, warm]) {
      const env = { PORT: String(port), PUBLIC_URL: '', DATA_DIR: folder, DATABASE_URL: '' }
      const product = await startProcess(productArgs, `http://localhost:${port}/`, env)
      times.push(product.readyMs)
      peak = Math.max(peak, memoryOf(product.process.pid ?? 0).peak)
      await product.stop()
    }
    rmSync(folder, { recursive: true })
  }
  return [
    { measurement: 'first start to first page, median', value: Math.round(median(cold)), unit: 'ms' },
    {
      measurement: 'start on existing data to first page, median',
      value: Math.round(median(warm)),
      unit: 'ms',
    },
    { measurement: 'highest resident memory of a start', value: peak, unit: 'MB' },
  ]
}
