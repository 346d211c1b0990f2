import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as forward, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyServerDatabase, serverUrl } from '../platform/database/database.fixture.ts'
import { addDays } from '../rules/time.ts'
import { freePort } from './free-port.fixture.ts'
import { exchange, pkce, signIn, TestBrowser } from '../services/identity/identity.fixture.ts'

/** The parts of each process, and the addresses that a reverse proxy sends to it; the first match counts. */
const processes = [
  { serve: 'backend,connector', paths: /^\/(api|connector)(\/|$)/ },
  {
    serve: 'identity',
    paths: /^\/(authorize|oauth|oidc|userinfo|\.well-known|v2|dbconnections|u|me\/v1)(\/|$|\?)/,
  },
  { serve: 'jobs', paths: /^\/no-address-leads-to-jobs/ },
  { serve: 'site,content', paths: /^\// },
]
const running: { serve: string; port: number; child: ChildProcess; folder: string }[] = []
let database: Awaited<ReturnType<typeof emptyServerDatabase>>
let proxy: Server
let origin: string

beforeAll(async () => {
  database = await emptyServerDatabase(serverUrl())
  proxy = createServer((incoming, outgoing) => {
    const target = processes.findIndex(({ paths }) => paths.test(incoming.url ?? '/'))
    const { port } = running[target] as { port: number }
    const { url, method, headers } = incoming
    const onward = forward({ port, host: '127.0.0.1', path: url, method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders)
      response.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  origin = `http://localhost:${(proxy.address() as AddressInfo).port}`
  for (const { serve } of processes) running.push(await start(serve))
  await Promise.all(running.map(isReady))
}, 120_000)

afterAll(async () => {
  await Promise.all(running.map(stop))
  proxy.closeAllConnections()
  proxy.close()
  await database.drop()
})

test('a member signs in, books and cancels through four processes over one PostgreSQL', async () => {
  const browser = new TestBrowser(origin)
  const code = pkce()
  const product = { origin, audience: `${origin}/api` }
  const { access_token } = await exchange(product, await signIn(product, browser, code), code)
  const member = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
  const stateOf = async (booking: number) => {
    const own = await (await fetch(`${origin}/data/bookings`, { headers: member })).json()
    return (own as { id: number; state: string }[]).find(({ id }) => id === booking)?.state
  }
  const me = await fetch(`${origin}/api/member/get`, {
    method: 'POST',
    headers: member,
    body: JSON.stringify({ email: 'mia@example.org' }),
  })
  const { id } = (await me.json()) as { id: number }
  const day = addDays(new Date().toISOString().slice(0, 10), 9)
  const made = await fetch(`${origin}/connector/v1/fabman/bookings`, {
    method: 'POST',
    headers: member,
    body: JSON.stringify({
      state: 'confirmed',
      fromDateTime: `${day}T08:00`,
      untilDateTime: `${day}T08:30`,
      resource: '1',
      member: String(id),
    }),
  })
  const booking = (await made.json()) as { id: number }
  expect([made.status, booking]).toMatchObject([201, { state: 'confirmed' }])
  expect(await stateOf(booking.id)).toBe('confirmed')
  const cancelled = await fetch(`${origin}/connector/v1/fabman/bookings/${booking.id}`, {
    method: 'DELETE',
    headers: member,
  })
  expect(cancelled.status).toBe(200)
  expect(await stateOf(booking.id)).toBe('cancelled')
})

test('the pages of the site show what the connector process knows', async () => {
  const page = await fetch(`${origin}/booking`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('Lasercutter')
})

test.each([
  ['backend,connector', '/connector/v1/openapi.json', 200],
  ['backend,connector', '/api/openapi.json', 200],
  ['backend,connector', '/', 404],
  ['backend,connector', '/authorize', 404],
  ['backend,connector', '/content/v2/cdn/spaces/me?token=public', 404],
  ['identity', '/.well-known/jwks.json', 200],
  ['identity', '/api/openapi.json', 404],
  ['identity', '/', 404],
  ['jobs', '/', 404],
  ['jobs', '/connector/v1/openapi.json', 404],
  ['jobs', '/.well-known/jwks.json', 404],
  ['site,content', '/', 200],
  ['site,content', '/content/v2/cdn/spaces/me?token=public', 200],
  ['site,content', '/connector/v1/openapi.json', 404],
  ['site,content', '/.well-known/jwks.json', 404],
])('SERVE=%s answers %s with %i', async (serve, path, status) => {
  const { port } = running.find((each) => each.serve === serve) as { port: number }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' })
  await response.body?.cancel()
  expect(response.status).toBe(status)
})

async function start(serve: string) {
  const folder = mkdtempSync(join(tmpdir(), 'werkbank-process-'))
  const port = await freePort()
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      SERVE: serve,
      PORT: String(port),
      PUBLIC_URL: origin,
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      IDENTITY_DPOP: '0',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return { serve, port, child, folder }
}

async function isReady({ serve, port, child }: { serve: string; port: number; child: ChildProcess }) {
  const deadline = Date.now() + 60_000
  for (;;) {
    const isThere = await fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return
    if (child.exitCode !== null) throw new Error(`SERVE=${serve} ended with ${child.exitCode}`)
    if (Date.now() > deadline) throw new Error(`SERVE=${serve} was not ready within 60 s`)
    await new Promise((later) => setTimeout(later, 100))
  }
}

async function stop({ child, folder }: { child: ChildProcess; folder: string }) {
  if (child.exitCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
}
