import { openConnection } from './connection.ts'
import { connections, costPerRequest, interleave } from './cost.ts'
import type { OnEnd, Row } from './measurement.ts'
import { type MeasuredProcess, startProcess, startProduct, temporaryFolder } from './process.ts'

const [productPort, barePort] = [4872, 4873]
const rounds = 9
const requests = 10_000

/**
 * Compares the machines overview from the page cache with a bare `node:http` server that sends the same bytes, and with
 * one that sends the same body under two headers: processor time per request in interleaved rounds. The least of each
 * counts, because other work on the machine only adds to it.
 */
export async function compareCachedPage(onEnd: OnEnd): Promise<Row[]> {
  const url = `http://127.0.0.1:${productPort}/maschinen`
  const product = await startProduct(onEnd, {
    port: productPort,
    dataDir: temporaryFolder(onEnd),
    path: '/maschinen',
  })
  const bare = await startProcess(onEnd, {
    args: ['bench/bare-server.ts', String(barePort), url],
    url: `http://127.0.0.1:${barePort}/`,
  })
  const bareUrl = `http://127.0.0.1:${barePort}/`
  const ours = loadOf(product, url)
  const same = loadOf(bare, bareUrl)
  const few = loadOf(bare, `${bareUrl}few`)
  const costs = await interleave(rounds, [ours.cost, same.cost, few.cost])
  const [our = Number.NaN, sameBytes = Number.NaN, fewHeaders = Number.NaN] = costs.map((figures) =>
    Math.min(...figures),
  )
  const size = await fetch(url, { headers: { 'accept-encoding': 'identity' } }).then((page) =>
    page.arrayBuffer(),
  )
  return [
    { measurement: 'cached machines overview, size', value: size.byteLength, unit: 'bytes' },
    { measurement: 'cached machines overview', value: micros(our), unit: 'CPU µs/request' },
    { measurement: 'bare node:http, same bytes', value: micros(sameBytes), unit: 'CPU µs/request' },
    {
      measurement: 'bare node:http, two headers',
      value: micros(fewHeaders),
      unit: 'CPU µs/request',
    },
    {
      measurement: 'cached page, share of bare speed, same bytes',
      value: hundredths(sameBytes / our),
      unit: '×',
    },
    {
      measurement: 'cached page, share of bare speed, two headers',
      value: hundredths(fewHeaders / our),
      unit: '×',
    },
    { measurement: 'cached page, p99 at 10 connections', value: ours.p99(), unit: 'ms' },
    { measurement: 'bare node:http, p99 at 10 connections', value: same.p99(), unit: 'ms' },
    { measurement: 'resident memory under load, highest', value: product.peakMemory(), unit: 'MB' },
  ]
}

/** Repeats GET requests on connections of their own in each round: a server closes idle ones after 5 seconds. */
function loadOf(server: MeasuredProcess, url: string) {
  const times: number[] = []
  return {
    async cost() {
      const open = await Promise.all(Array.from({ length: connections }, () => openConnection(url)))
      const send = async (index: number) => times.push((await open[index]?.get()) ?? Number.NaN)
      try {
        return await costPerRequest(server, requests, send)
      } finally {
        for (const connection of open) connection.close()
      }
    },
    p99: () => hundredths(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN),
  }
}

const micros = (ms: number) => Number((ms * 1000).toFixed(1))
const hundredths = (value: number) => Number(value.toFixed(2))
