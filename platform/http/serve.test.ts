import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { Client, startHeldServer } from './limits.fixture.ts'
import { connectionsWithin, createHttpServer, listen } from './serve.ts'

test('while it drains, the server answers new and running requests and closes their connections', async () => {
  const server = await startHeldServer()
  const running = new Client(server.port).send(['/running'])
  await vi.waitFor(() => expect(server.begun).toEqual(['/running']))
  const idle = new Client(server.port).send(['/quick'])
  await vi.waitFor(() => expect(idle.statuses).toEqual([200]))
  expect(idle.received).toMatch(/connection: keep-alive/i)
  const closed = server.drain(1000)
  idle.send(['/quick'])
  await idle.closed()
  expect(idle.statuses).toEqual([200, 200])
  expect(idle.received).toMatch(/connection: close/i)
  server.end('/running')
  await running.closed()
  expect([running.statuses, running.received.match(/connection: close/i)?.length]).toEqual([[200], 1])
  await closed
  const late = connect(server.port, '127.0.0.1')
  await expect(new Promise((_, reject) => late.once('error', reject))).rejects.toThrow('ECONNREFUSED')
})

test('a request that runs longer than the port is open is answered', async () => {
  const server = await startHeldServer()
  const running = new Client(server.port).send(['/running'])
  await vi.waitFor(() => expect(server.begun).toEqual(['/running']))
  const closed = server.drain(0)
  await vi.waitFor(() => expect(server.isListening()).toBe(false))
  server.end('/running')
  await closed
  await running.closed()
  expect(running.statuses).toEqual([200])
})

test('connections leave descriptors to the database', () => {
  expect([400, 1024, 20_000, Number.POSITIVE_INFINITY].map(connectionsWithin)).toEqual([40, 352, 4000, 4000])
  expect(createHttpServer().maxConnections).toBeGreaterThanOrEqual(10)
})

test('one network has a quarter of the connections, this machine all', async () => {
  const server = createHttpServer()
  server.maxConnections = 8
  const { port, close } = await listen(server, {
    middlewares: [],
    fetch: async () => new Response('ok'),
    port: 0,
    host: '127.0.0.1',
    trustProxy: false,
  })
  const silent = [1, 2].map(() => new Client(port, { localAddress: '127.0.0.2' }))
  await vi.waitFor(async () => {
    const count = await new Promise<number>((resolve) => server.getConnections((_, all) => resolve(all)))
    expect(count).toBe(2)
  })
  const third = new Client(port, { localAddress: '127.0.0.2' }).send(['/'])
  await third.closed()
  expect(third.received).toBe('')
  for (let index = 0; index < 3; index++) {
    const own = new Client(port).send(['/'])
    await vi.waitFor(() => expect(own.statuses).toEqual([200]))
  }
  silent[0]?.socket.destroy()
  await vi.waitFor(async () => {
    const again = new Client(port, { localAddress: '127.0.0.2' }).send(['/'])
    await vi.waitFor(() => expect(again.statuses).toEqual([200]), 200)
  }, 10_000)
  server.closeAllConnections()
  await close()
})

test('a request whose handler never ends is answered, and gives its place back', async () => {
  const server = createHttpServer()
  const { port, close } = await listen(server, {
    admission: { kindOf: () => 'page', count: () => {} },
    middlewares: [],
    fetch: () => new Promise(() => {}),
    port: 0,
    host: '127.0.0.1',
    trustProxy: false,
    answerMs: 50,
  })
  // More than one network may have at once.
  for (const turn of [1, 2]) {
    const all = Array.from({ length: 80 }, () => new Client(port).send([`/${turn}`]))
    await vi.waitFor(
      () => expect(all.flatMap(({ statuses }) => statuses)).toEqual(all.map(() => 503)),
      10_000,
    )
    expect(all[0]?.received).toMatch(/problem\+json/)
    expect(all[0]?.received).toMatch(/retry-after: 5/i)
  }
  server.closeAllConnections()
  await close()
})

test('a response to a body that is not read closes the connection and says so; one to a read body keeps it', async () => {
  const server = createHttpServer()
  const { port, close } = await listen(server, {
    middlewares: [],
    fetch: async (request) => {
      if (request.url.endsWith('/read')) await request.text()
      return new Response('done')
    },
    port: 0,
    host: '127.0.0.1',
    trustProxy: false,
  })
  const post = (path: string, bytes: number) => {
    const client = new Client(port)
    client.socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${bytes}\r\n\r\n${'m'.repeat(bytes)}`,
    )
    return client
  }
  const read = post('/read', 300_000)
  await vi.waitFor(() => expect(read.statuses).toEqual([200]))
  expect(read.received).toMatch(/connection: keep-alive/i)
  const refused = post('/refused', 300_000)
  await refused.closed()
  expect(refused.statuses).toEqual([200])
  expect(refused.received).toMatch(/connection: close/i)
  server.closeAllConnections()
  await close()
})

test('slow senders are looked for every two seconds', () => {
  expect(createHttpServer()).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000 })
  expect(Reflect.get(createHttpServer(), 'connectionsCheckingInterval')).toBe(2000)
})

test.each([
  // In turns by connection it would come after one request of each of the 200.
  { from: 'another network waits for one turn of a flood', trustProxy: true, before: 150 },
  // In turns by network it would come after all 600.
  { from: 'this machine waits for one request of each connection', trustProxy: false, before: 350 },
])('a request from $from', async ({ trustProxy, before }) => {
  const begun: string[] = []
  const { port, close } = await listen(createHttpServer(), {
    middlewares: [],
    cached: ({ url = '' }, response) => {
      begun.push(url)
      response.end('ok')
      return true
    },
    fetch: async () => new Response('ok'),
    port: 0,
    host: '127.0.0.1',
    trustProxy,
  })
  const flood = Array.from({ length: 200 }, () => new Client(port))
  const visitor = new Client(port)
  for (const client of flood) client.send(['/first'])
  visitor.send(['/first'], '192.0.2.2')
  await vi.waitFor(() => expect(begun).toHaveLength(201))
  begun.length = 0
  for (const client of flood) client.send(['/1', '/2', '/3'])
  visitor.send(['/visitor'], '192.0.2.2')
  await vi.waitFor(() => expect(begun).toHaveLength(601))
  expect(begun.indexOf('/visitor')).toBeLessThan(before)
  for (const { socket } of [...flood, visitor]) socket.destroy()
  await close()
})

test('a turn of the event loop begins 64 requests at most, and who asks how the process is waits for nobody', async () => {
  let turn = 0
  let isOver = false
  const begun = { page: [] as number[], probe: 0 }
  const count = () => {
    turn += 1
    if (!isOver) setImmediate(count)
  }
  const { port, close } = await listen(createHttpServer(), {
    middlewares: [],
    cached: ({ url }, response) => {
      if (url === '/health') begun.probe = begun.page.length
      else begun.page.push(turn)
      response.end('ok')
      return true
    },
    admission: { kindOf: (path) => (path === '/health' ? 'probe' : 'page'), count: () => {} },
    fetch: async () => new Response('ok'),
    port: 0,
    host: '127.0.0.1',
    trustProxy: false,
  })
  count()
  const flood = Array.from({ length: 200 }, () => new Client(port))
  const probe = new Client(port)
  for (const client of [...flood, probe]) client.send(['/first'])
  await vi.waitFor(() => expect(begun.page).toHaveLength(201))
  begun.page.length = 0
  for (const client of flood) client.send(['/1', '/2', '/3'])
  probe.send(['/health'])
  await vi.waitFor(() => expect(begun.page).toHaveLength(600))
  const perTurn = Map.groupBy(begun.page, (each) => each)
  expect(Math.max(...[...perTurn.values()].map(({ length }) => length))).toBeLessThanOrEqual(64)
  // In its turn it would come after one request of each connection that waits.
  expect(begun.probe).toBeLessThan(150)
  isOver = true
  await close()
})
