import type { OnEnd, Row } from './measurement.ts'
import { median } from './median.ts'
import { startProduct, temporaryFolder } from './process.ts'

const port = 4871
const rounds = 3

/** Measures from the start of the Node process to the first page, on an empty folder and on existing data. */
export async function measureStart(onEnd: OnEnd): Promise<Row[]> {
  const cold: number[] = []
  const warm: number[] = []
  let peak = 0
  for (let round = 0; round < rounds; round++) {
    const dataDir = temporaryFolder(onEnd)
    for (const times of [cold, warm]) {
      const product = await startProduct(onEnd, { port, dataDir, path: '/' })
      times.push(product.readyMs)
      peak = Math.max(peak, product.peakMemory())
      await product.stop()
    }
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
