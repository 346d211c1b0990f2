import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { memoryOf, productArgs, type Row, startProcess } from './product.ts'
import { median } from './median.ts'

const [ourPort, barePort] = [4872, 4873]
const rounds = 3
const seconds = 3
const connections = 10

/** Our content page against a bare `node:http` server that sends the same bytes: interleaved rounds, medians. */
export async function compareContentPage(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'werkbank-bench-'))
  const env = { PORT: String(ourPort), PUBLIC_URL: '', DATA_DIR: join(folder, 'data'), DATABASE_URL: '' }
  const ours = await startProcess(productArgs, `http://localhost:${ourPort}/`, env)
  const page = await fetch(`http://localhost:${ourPort}/maschinen`).then((response) => response.arrayBuffer())
  writeFileSync(join(folder, 'page.html'), Buffer.from(page))
  const bare = await startProcess(
    [
      '--disable-warning=ExperimentalWarning',
      'bench/bare-server.ts',
      String(barePort),
      join(folder, 'page.html'),
    ],
    `http://127.0.0.1:${barePort}/`,
    {},
  )
  const our: autocannon.Result[] = []
  const floor: autocannon.Result[] = []
  await load(`http://127.0.0.1:${ourPort}/maschinen`)
  for (let round = 0; round < rounds; round++) {
    our.push(await load(`http://127.0.0.1:${ourPort}/maschinen`))
    floor.push(await load(`http://127.0.0.1:${barePort}/`))
  }
  const memory = memoryOf(ours.process.pid ?? 0)
  await Promise.all([ours.stop(), bare.stop()])
  rmSync(folder, { recursive: true })
  const [ourRate, bareRate] = [median(our.map(rate)), median(floor.map(rate))]
  return [
    { measurement: 'machines overview, size', value: page.byteLength, unit: 'bytes' },
    { measurement: 'machines overview, ours', value: ourRate, unit: 'requests/s' },
    { measurement: 'machines overview, bare node:http', value: bareRate, unit: 'requests/s' },
    { measurement: 'ratio ours : bare', value: Number((ourRate / bareRate).toFixed(4)), unit: '×' },
    {
      measurement: 'ours, p99 at 10 connections',
      value: median(our.map(({ latency }) => latency.p99)),
      unit: 'ms',
    },
    {
      measurement: 'bare, p99 at 10 connections',
      value: median(floor.map(({ latency }) => latency.p99)),
      unit: 'ms',
    },
    { measurement: 'resident memory under load, highest', value: memory.peak, unit: 'MB' },
  ]
}

async function load(url: string): Promise<autocannon.Result> {
  const result = await autocannon({ url, connections, duration: seconds })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} bad answers`)
  return result
}

const rate = (result: autocannon.Result) => result.requests.average
