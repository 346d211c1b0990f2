import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { createAdmission, type Kind, mostWaiting, rate, rooms, turns } from './admission.ts'
import { Client, startHeldServer } from './limits.fixture.ts'
import { createStarter } from './starter.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function start(options: Parameters<typeof startHeldServer>[0] = {}) {
  const server = await startHeldServer(options)
  ends.push(server.close)
  return { ...server, client: () => new Client(server.port) }
}

const until = (claim: () => void) => vi.waitFor(claim, { timeout: 10_000, interval: 5 })
const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `/${from + index}`)
/** Networks of their own, so that only the limits in all count. */
const network = (index: number) => `198.51.${index >> 8}.${index & 255}`

test('a socket with more than ten unfinished requests is destroyed, and nothing of it begins later', async () => {
  const { client, begun, end } = await start()
  const patient = client().send(numbered(10))
  await until(() => expect(begun).toHaveLength(turns))
  expect(patient.socket.closed).toBe(false)
  await client().send(numbered(3000, 100), '192.0.2.2').closed()
  for (const path of begun) end(path)
  await until(() => expect(begun.filter((path) => path.length < 3)).toHaveLength(8))
  for (const path of begun) end(path)
  await until(() => expect(begun.filter((path) => path.length < 3)).toHaveLength(10))
  for (const path of begun) end(path)
  await until(() => expect(patient.statuses).toEqual(Array(10).fill(200)))
  // The first packet of the other socket: those that had a turn when it was destroyed.
  expect(begun.filter((path) => path.length > 2).length).toBeLessThanOrEqual(turns)
})

test('the eleventh request ends its socket, and all work for the others is told', async () => {
  const { client, begun, aborted } = await start({ kindOf: () => 'part' })
  const greedy = client().send(numbered(10))
  await until(() => expect(begun).toHaveLength(10))
  greedy.send(['/10'])
  await greedy.closed()
  await until(() => expect(aborted.toSorted()).toEqual(numbered(10)))
  expect(begun).not.toContain('/10')
})

test('a network has four turns; the next request begins when one ends, other networks do not wait', async () => {
  const { client, begun, end } = await start()
  client().send(numbered(6))
  await until(() => expect(begun).toEqual(numbered(4)))
  client().send(['/other'], '192.0.2.2')
  await until(() => expect(begun).toContain('/other'))
  expect(begun).toHaveLength(5)
  end('/2')
  await until(() => expect(begun.at(-1)).toBe('/4'))
})

test('a page that waits for another system gives its turn to the next one, up to a limit', async () => {
  const { client, begun, end } = await start({ waitMs: 50 })
  for (let index = 0; index < 3; index++) client().send(numbered(10, index * 10))
  await until(() => expect(begun).toHaveLength(turns + mostWaiting))
  await sleep(300)
  expect(begun).toHaveLength(turns + mostWaiting)
  end('/0')
  await until(() => expect(begun).toHaveLength(turns + mostWaiting + 1))
})

test('a page keeps its turn while the process works', async () => {
  const { client, begun } = await start({ waitMs: 50 })
  const work = setInterval(() => {
    const began = performance.now()
    while (performance.now() - began < 45);
  }, 50)
  await sleep(100)
  client().send(numbered(10))
  await sleep(600)
  clearInterval(work)
  expect(begun).toHaveLength(turns)
})

test('pages of several networks begin one per round of the event loop', async () => {
  const rounds: number[] = []
  let round = 0
  const tick = () => {
    round++
    if (rounds.length < 20) setImmediate(tick)
  }
  setImmediate(tick)
  const { client } = await start({ onBegin: () => rounds.push(round) })
  for (let index = 0; index < 5; index++) client().send(numbered(4, index * 4), network(index))
  await until(() => expect(rounds).toHaveLength(20))
  expect(new Set(rounds).size).toBe(20)
})

test('a request whose client hung up while it waited never begins', async () => {
  const { client, begun, end } = await start()
  client().send(numbered(4))
  await until(() => expect(begun).toHaveLength(4))
  const gone = client().send(['/gone'])
  const next = client().send(['/next'])
  const cached = client().send(['/cached'])
  await until(() => expect(cached.statuses).toEqual([200]))
  gone.socket.destroy()
  await gone.closed()
  const later = client().send(['/cached'])
  await until(() => expect(later.statuses).toEqual([200]))
  end('/0')
  await until(() => expect(begun).toContain('/next'))
  end('/next')
  await until(() => expect(next.statuses).toEqual([200]))
  expect(begun).not.toContain('/gone')
})

test('a full server answers 503 and closes the connection; cached pages and probes are answered', async () => {
  const kindOf = (path: string): Kind => (path === '/health' ? 'probe' : 'page')
  const { client, begun, end, counted } = await start({ kindOf })
  for (let index = 0; index < rooms.work.max / 10; index++) {
    client().send(numbered(10, index * 10), network(index))
  }
  await until(() => expect(begun).toHaveLength((rooms.work.max / 10) * turns))
  const refused = client().send(['/more'], network(5000))
  await refused.closed()
  expect(refused.received).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 1\r\n[\s\S]*connection: close\r\n/i)
  expect(refused.received).toContain('"code":"overloaded"')
  expect(counted).toEqual([503])
  const others = client().send(['/cached', '/health'])
  await until(() => expect(begun).toContain('/health'))
  end('/health')
  await until(() => expect(others.statuses).toEqual([200, 200]))
})

test('one network cannot fill the server', async () => {
  const { client, begun, counted } = await start()
  for (let index = 0; index < rooms.work.perNetwork / 10; index++) client().send(numbered(10))
  // One request each: a refusal closes its connection, and what came in a later packet would never be read.
  for (let index = 0; index < 30; index++) client().send(['/more'])
  await until(() => expect(counted).toHaveLength(30))
  client().send(['/other'], '192.0.2.2')
  await until(() => expect(begun).toContain('/other'))
})

test('places are free again after answers and after hang-ups', async () => {
  const { client, begun, end } = await start({ kindOf: () => 'part' })
  const clients = Array.from({ length: rooms.work.perNetwork / 10 }, (_, index) =>
    client().send(numbered(10, index * 10)),
  )
  await until(() => expect(begun).toHaveLength(rooms.work.perNetwork))
  await client().send(['/refused']).closed()
  clients[0]?.socket.destroy()
  for (const path of begun.slice(0, 20)) end(path)
  await until(() => expect(clients[1]?.statuses).toHaveLength(10))
  client().send(numbered(10, 1000))
  client().send(numbered(10, 2000))
  await until(() => expect(begun).toHaveLength(rooms.work.perNetwork + 20))
  await client().send(['/refused']).closed()
  expect(begun).not.toContain('/refused')
})

test('work that goes on for a client that hung up keeps its place', async () => {
  const { client, begun, end, counted } = await start({ kindOf: () => 'part' })
  const clients = Array.from({ length: rooms.work.perNetwork / 10 }, (_, index) =>
    client().send(numbered(10, index * 10)),
  )
  await until(() => expect(begun).toHaveLength(rooms.work.perNetwork))
  for (const { socket } of clients) socket.destroy()
  await Promise.all(clients.map((one) => one.closed()))
  await client().send(['/refused']).closed()
  expect(counted).toEqual([503])
  end('/0')
  await until(() => {
    client().send(['/again'])
    expect(begun).toContain('/again')
  })
})

test('slow senders of bodies keep no place from readers', async () => {
  const { client, begun, counted } = await start()
  for (let index = 0; index < rooms.body.max / 10; index++) {
    for (let turn = 0; turn < 11; turn++) {
      client().send([`/body`], network(index), 'content-length: 5\r\n', 'POST')
    }
  }
  await until(() => expect(counted).toHaveLength(rooms.body.max / 10))
  client().send(['/read'], network(1))
  await until(() => expect(begun).toContain('/read'))
})

test('pages that are asked for with a body take turns like all others', async () => {
  const { client, begun, end } = await start()
  for (let index = 0; index < 12; index++)
    client().send([`/page-${index}`], network(1), 'content-length: 1\r\n')
  await until(() => expect(begun).toHaveLength(turns))
  end(begun[0] ?? '')
  await until(() => expect(begun).toHaveLength(turns + 1))
})

test('pages that are sent a whole body take turns, and wait for it before', async () => {
  const { client, begun, end } = await start()
  const asked = Array.from({ length: 12 }, (_, index) =>
    client().send([`/form-${index}`], network(1), 'content-length: 4\r\n', 'POST'),
  )
  client().send(['/read'], network(1))
  await until(() => expect(begun).toEqual(['/read']))
  for (const { socket } of asked) socket.write('form')
  await until(() => expect(begun).toHaveLength(1 + turns))
  end(begun.at(-1) ?? '')
  await until(() => expect(begun).toHaveLength(2 + turns))
})

test('bodies that are on their way take turns of their own', async () => {
  const { client, begun } = await start()
  const slow = Array.from({ length: 12 }, (_, index) =>
    client().send([`/photo-${index}`], network(1), 'content-length: 200000\r\n', 'POST'),
  )
  for (const { socket } of slow) socket.write('x'.repeat(100_000))
  await until(() => expect(begun).toHaveLength(turns))
  client().send(['/form'], network(1), 'content-length: 4\r\n', 'POST').socket.write('form')
  await until(() => expect(begun).toContain('/form'))
  expect(begun).toHaveLength(turns + 1)
})

test('a network that asked too often waits a second; other networks and this machine do not', async () => {
  let now = 0
  const { client, counted } = await start({ now: () => now })
  const statusesOf = async (count: number, address: string) => {
    const asked = client().send(Array(count).fill('/quick'), address)
    await until(() => expect(asked.statuses.length === count || asked.socket.closed).toBe(true))
    return asked
  }
  for (let sent = 0; sent < rate.burst; sent += 10) await statusesOf(10, '192.0.2.1')
  expect(counted).toEqual([])
  const refused = await statusesOf(1, '192.0.2.1')
  expect(refused.received).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 1\r\n[\s\S]*connection: close\r\n/i)
  expect((await statusesOf(1, '192.0.2.2')).statuses).toEqual([200])
  for (let sent = 0; sent < rate.burst + 10; sent += 10) {
    expect((await statusesOf(10, '127.0.0.1')).statuses).toEqual(Array(10).fill(200))
  }
  now = 999
  expect((await statusesOf(10, '192.0.2.1')).statuses).not.toContain(429)
  now = 1000
  expect((await statusesOf(10, '192.0.2.1')).statuses).toEqual(Array(10).fill(200))
  expect((await statusesOf(1, '192.0.2.1')).statuses).toEqual([429])
})

test('a part costs nothing for callers who are known, and unknown ones wait as for pages', async () => {
  const { client, counted } = await start({ kindOf: () => 'part', now: () => 0 })
  const ask = async (path: string) => {
    const asked = client().send(Array(10).fill(path))
    await until(() => expect(asked.statuses.length === 10 || asked.socket.closed).toBe(true))
    return asked.statuses
  }
  for (let sent = 0; sent < rate.burst + 20; sent += 10) await ask('/quick-known')
  expect(counted).toEqual([])
  for (let sent = 0; sent < rate.burst; sent += 10) expect(await ask('/quick')).toEqual(Array(10).fill(200))
  expect(await ask('/quick')).toEqual([429])
})

test('requests that arrive in every round and cost time keep no page from its start for long', async () => {
  const server = new EventEmitter()
  let now = 0
  let rounds = 0
  let begun = false
  const startInTurn = createStarter(server as Server, () => now)
  const arrive = () => {
    server.emit('request')
    now += 3
    rounds++
    if (!begun) setImmediate(arrive)
  }
  setImmediate(arrive)
  await startInTurn('somebody', async () => {
    begun = true
  })
  expect(rounds).toBeLessThan(15)
})

test('a page waits for one page of a network that floods', async () => {
  const server = new EventEmitter() as Server
  const admit = createAdmission(server, { kindOf: () => 'page', count: () => {} })
  const begun: string[] = []
  const ask = (name: string) => {
    const request = { url: '/', method: 'GET', headers: {}, socket: { destroyed: false } }
    const source = name.slice(0, 5)
    const arriving = { request, response: new EventEmitter(), address: source, source, arrival: null }
    admit(arriving as never, async () => begun.push(name) === 0)
  }
  for (const name of ['flood 1', 'flood 2', 'flood 3', 'other']) ask(name)
  await until(() => expect(begun).toEqual(['flood 1', 'other', 'flood 2', 'flood 3']))
})

test('a person gets a page instead of JSON', async () => {
  const { client } = await start({ kindOf: () => 'probe' })
  for (let index = 0; index < rooms.probe.perNetwork / 10; index++) client().send(numbered(10))
  const browser = 'accept: text/html,*/*\r\naccept-language: en-GB\r\n'
  let refused = client().send(['/page'], '192.0.2.1', browser)
  await until(() => {
    if (refused.statuses.length === 0) refused = client().send(['/page'], '192.0.2.1', browser)
    expect(refused.received).toContain('content-type: text/html')
  })
  expect(refused.received).toContain('<html lang="en">')
})
