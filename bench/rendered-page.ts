import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productArgs, type Row, startProcess } from './product.ts'
import { median } from './median.ts'

const [ourPort, barePort] = [4874, 4875]
const rounds = 5
const seconds = 3

/**
 * What drawing a page costs: processor time per request of our whole way (content, blocks, frame, data, policy) against a
 * bare `renderToString` of the same tree. Asked by HEAD, which is drawn whole and never kept.
 */
export async function compareRendering(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'werkbank-bench-'))
  const env = { PORT: String(ourPort), PUBLIC_URL: '', DATA_DIR: folder, DATABASE_URL: '' }
  // Ready without a page: one that was asked for by GET would be answered from the cache.
  const ours = await startProcess(productArgs, `http://localhost:${ourPort}/health`, env)
  const bare = await startProcess(
    // The same limits of V8's memory: its collector's time counts.
    [...productArgs.slice(0, -1), 'bench/bare-render.ts', String(barePort)],
    `http://127.0.0.1:${barePort}/`,
    {},
  )
  const ourUrl = `http://127.0.0.1:${ourPort}/maschinen`
  const bareUrl = `http://127.0.0.1:${barePort}/`
  await cost(ours.process.pid, ourUrl)
  await cost(bare.process.pid, bareUrl)
  const our: number[] = []
  const floor: number[] = []
  for (let round = 0; round < rounds; round++) {
    our.push(await cost(ours.process.pid, ourUrl))
    floor.push(await cost(bare.process.pid, bareUrl))
  }
  await Promise.all([ours.stop(), bare.stop()])
  rmSync(folder, { recursive: true })
  const [ourMs, bareMs] = [median(our), median(floor)]
  return [
    { measurement: 'machines overview rendered, ours', value: round(ourMs), unit: 'CPU ms/request' },
    { measurement: 'the same tree, bare renderToString', value: round(bareMs), unit: 'CPU ms/request' },
    { measurement: 'ratio of rendering ours : bare', value: round(ourMs / bareMs), unit: '×' },
  ]
}

/** Processor time of a process per request, in milliseconds; Linux only (clock ticks of 10 ms). */
async function cost(pid: number | undefined, url: string): Promise<number> {
  const before = ticks(pid)
  const until = performance.now() + seconds * 1000
  let requests = 0
  const ask = async () => {
    while (performance.now() < until) {
      const answer = await fetch(url, { method: 'HEAD' })
      if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
      requests += 1
    }
  }
  await Promise.all(Array.from({ length: 10 }, ask))
  return ((ticks(pid) - before) * 10) / requests
}

function ticks(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

const round = (value: number) => Number(value.toFixed(3))
