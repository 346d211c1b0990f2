import { costPerRequest, interleave, ratios } from './cost.ts'
import type { OnEnd, Row } from './measurement.ts'
import { median } from './median.ts'
import { startProcess, startProduct, temporaryFolder } from './process.ts'

const [productPort, barePort] = [4874, 4875]
const rounds = 5
const requests = 500

/**
 * Compares what rendering the machines overview costs (content, blocks, frame, data, policy) with a bare `renderToString`
 * of the same tree: processor time per request. Asks by HEAD, which is rendered in full and not cached.
 */
export async function compareRendering(onEnd: OnEnd): Promise<Row[]> {
  const product = await startProduct(onEnd, {
    port: productPort,
    dataDir: temporaryFolder(onEnd),
    // No page: a GET would put it into the cache.
    path: '/health',
  })
  const bareUrl = `http://127.0.0.1:${barePort}/`
  const bare = await startProcess(onEnd, { args: ['bench/bare-render.ts', String(barePort)], url: bareUrl })
  const [our = [], floor = []] = await interleave(rounds, [
    () => costPerRequest(product, requests, () => head(`http://127.0.0.1:${productPort}/maschinen`)),
    () => costPerRequest(bare, requests, () => head(bareUrl)),
  ])
  return [
    { measurement: 'machines overview rendered', value: round(median(our)), unit: 'CPU ms/request' },
    {
      measurement: 'the same tree, bare renderToString',
      value: round(median(floor)),
      unit: 'CPU ms/request',
    },
    { measurement: 'ratio of rendering ours : bare', value: round(median(ratios(our, floor))), unit: '×' },
  ]
}

async function head(url: string): Promise<void> {
  const response = await fetch(url, { method: 'HEAD' })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
}

const round = (value: number) => Number(value.toFixed(3))
