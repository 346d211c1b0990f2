import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Problem } from '../contracts/problem.ts'
import { createErrorReports } from './error-reports.ts'
import { createService } from './http/service.ts'
import { createLog } from './log.ts'
import { inRequest } from './request-context.ts'

/** Bodies that the ingest server received: one JSON text per line. */
let received: string[]
let headers: string[]
let dsn: string
let end: () => void

beforeEach(async () => {
  received = []
  headers = []
  const server = createServer((request, response) => {
    let body = ''
    headers.push(JSON.stringify(request.headers))
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      received.push(body)
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  dsn = `http://key@127.0.0.1:${(server.address() as AddressInfo).port}/7`
  end = () => {
    server.closeAllConnections()
    server.close()
  }
})
afterEach(() => end())

function start() {
  const reports = createErrorReports({ dsn, environment: 'test', release: () => 'build-1' })
  const log = createLog('info', { write: () => {} }, reports.report)
  const service = createService('test', log)
  service.get('/calendars/members/1/:secret', () => {
    throw new TypeError('broken')
  })
  service.get('/problem/:code', (c) => {
    throw new Problem(c.req.param('code') as 'notFound')
  })
  return { ...reports, log, service }
}

test('an error of a request is sent with its stack, its release and its id, and with nothing of the person', async () => {
  const { service, close } = start()
  await inRequest('request-1', () =>
    service.request('http://localhost/calendars/members/1/CANARY?ticket=CANARY', {
      headers: { cookie: 'a=CANARY', authorization: 'Bearer CANARY', 'user-agent': 'CANARY' },
    }),
  )
  await close()
  expect(received).toHaveLength(1)
  const event = JSON.parse(received[0]?.split('\n')[2] ?? '')
  expect(event).toMatchObject({
    release: 'build-1',
    environment: 'test',
    tags: { service: 'test', path: '/calendars/members/1/…', requestId: 'request-1' },
  })
  expect(event.exception.values[0]).toMatchObject({ type: 'TypeError', value: 'broken' })
  expect(event.exception.values[0].stacktrace.frames.length).toBeGreaterThan(1)
  for (const part of ['request', 'user', 'breadcrumbs', 'server_name']) expect(event).not.toHaveProperty(part)
  expect(received.join() + headers.join()).not.toContain('CANARY')
})

test('addresses in the text of an error are sent without their query', async () => {
  const { report, close } = start()
  report(new Error('https://api.example/v2/stories?token=CANARY failed'))
  await close()
  expect(received).toHaveLength(1)
  expect(received[0]).toContain('https://api.example/v2/stories failed')
  expect(received[0]).not.toContain('CANARY')
})

test('refusals are not sent', async () => {
  const { service, log, close, report } = start()
  for (const code of ['notFound', 'refused', 'unauthorized'])
    await service.request(`http://localhost/problem/${code}`)
  report(new Problem('notFound'))
  report(new Problem('refused'))
  log.error({ err: new Problem('refused') }, 'page failed')
  await close()
  expect(received).toEqual([])
})

test('a failed job is sent, a warning and a fault of a client are not', async () => {
  const { log, close } = start()
  log.error({ job: 'chargeEnded', err: new Error('no') }, 'job failed')
  log.warn({ err: new Error('a warning') }, 'later')
  log.error({ err: Object.assign(new Error('aborted'), { code: 'ECONNRESET' }) }, 'gone')
  log.error('no error')
  await close()
  expect(received).toHaveLength(1)
  expect(received[0]).toContain('"job":"chargeEnded"')
})

test('an ingest server that is away harms nothing', async () => {
  end()
  const { log, close } = start()
  log.error({ err: new Error('no') }, 'job failed')
  await close()
  expect(received).toEqual([])
})
