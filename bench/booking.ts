import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import postgres from 'postgres'
import { startPostgres } from '../platform/postgres-server.fixture.ts'
import { audience, startIssuer } from './issuer.ts'
import { productArgs, type Row, startProcess } from './product.ts'
import { bookBare, createWorkshop, members, timeOf } from './workshop.ts'

const port = 4876
const rounds = 5
const seconds = 3
const connections = 10

/** Creating a booking over HTTP against the bare transaction on the same PostgreSQL, as many at once. */
export async function compareBooking(): Promise<Row[]> {
  const server = await startPostgres({ shared_buffers: '128MB' })
  const issuer = await startIssuer()
  const folder = mkdtempSync(join(tmpdir(), 'werkbank-bench-'))
  await createWorkshop(server.url)
  const product = await startProcess(productArgs, `http://localhost:${port}/health`, {
    PORT: String(port),
    PUBLIC_URL: '',
    DATA_DIR: folder,
    DATABASE_URL: server.url,
    DEMO: '0',
    IDENTITY_DOMAIN: issuer.origin,
    IDENTITY_CLIENT_ID: 'bench',
    IDENTITY_AUDIENCE: audience,
  })
  const sql = postgres(server.url, { max: connections })
  const next = counter()
  const tokens = await Promise.all(Array.from({ length: members }, (_, index) => issuer.token(index + 1)))
  await ours(tokens, next)
  await bare(sql, next)
  const our: number[] = []
  const floor: number[] = []
  for (let round = 0; round < rounds; round++) {
    our.push(await ours(tokens, next))
    floor.push(await bare(sql, next))
  }
  await sql.end()
  await product.stop()
  issuer.stop()
  await server.stop()
  rmSync(folder, { recursive: true })
  const [ourRate, bareRate] = [median(our), median(floor)]
  console.log(our, floor)
  return [
    { measurement: 'bookings created over HTTP', value: ourRate, unit: 'bookings/s' },
    { measurement: 'the bare transaction, same constraint', value: bareRate, unit: 'bookings/s' },
    {
      measurement: 'ratio of booking ours : bare',
      value: Number((ourRate / bareRate).toFixed(3)),
      unit: '×',
    },
  ]
}

async function ours(tokens: string[], next: () => number): Promise<number> {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: '/connector/v1/fabman/bookings',
        setupRequest(request) {
          const { machine, member, ...times } = timeOf(next())
          const body = { state: 'confirmed', resource: String(machine), member: String(member), ...times }
          return {
            ...request,
            headers: { authorization: `Bearer ${tokens[member - 1]}`, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }
        },
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} bad answers, ${result.errors} errors`)
  return result.requests.average
}

async function bare(sql: postgres.Sql, next: () => number): Promise<number> {
  const until = performance.now() + seconds * 1000
  let made = 0
  const book = async () => {
    while (performance.now() < until) {
      await bookBare(sql, next())
      made += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, book))
  return Math.round(made / seconds)
}

function counter(): () => number {
  let index = 0
  return () => index++
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
