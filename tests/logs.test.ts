import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from './free-port.fixture.ts'

/** Stands in everything that a client may keep to itself. */
const canary = 'CANARY'
const secrets = [
  `Authorization: DPoP ${canary}.header.token`,
  `DPoP: ${canary}-proof`,
  `Cookie: identity=${canary}-session; auth0=${canary}`,
  `X-Forwarded-For: ${canary}`,
  `Idempotency-Key: ${canary}-key`,
  `Webhook-Signature: ${canary}`,
  `User-Agent: ${canary}`,
  `Referer: http://localhost/${canary}?ticket=${canary}`,
]
const basic = `Authorization: Basic ${Buffer.from(`user:${canary}`).toString('base64')}`
const form = `client_id=werkbank&grant_type=refresh_token&refresh_token=${canary}&email=${canary}@example.org&password=${canary}&ticket=${canary}`
const json = JSON.stringify({ client_id: 'werkbank', email: `${canary}@example.org`, note: canary })
const types = { form: 'application/x-www-form-urlencoded', json: 'application/json' }

/** Addresses of every part. The query is secret everywhere, the path where it says so. */
const entries = [
  ['POST', '/oauth/token', form, types.form],
  ['POST', '/oauth/revoke', form, types.form],
  ['GET', '/authorize', '', types.form],
  ['POST', '/authorize', form, types.form],
  ['GET', '/userinfo', '', types.form],
  ['POST', '/userinfo', form, types.form],
  ['POST', '/oidc/logout/confirm', form, types.form],
  ['GET', '/v2/logout', '', types.form],
  ['POST', `/u/login/x`, form, types.form],
  ['POST', '/u/forgot-password', form, types.form],
  ['POST', '/u/reset-password', form, types.form],
  ['POST', '/dbconnections/change_password', json, types.json],
  ['GET', '/data/bookings', '', types.json],
  ['POST', '/data/week', json, types.json],
  ['GET', '/connector/v1/fabman/bookings', '', types.json],
  ['POST', '/connector/v1/fabman/bookings', json, types.json],
  ['GET', `/connector/v1/fabman/calendars/spaces/1/${canary}`, '', types.json],
  ['POST', '/api/member/get', json, types.json],
  ['POST', '/api/auth0/resend', json, types.json],
  ['POST', '/api/auth0/register', json, types.json],
  ['GET', '/content/v2/cdn/stories', '', types.json],
  ['POST', `/webhooks/fabman/${canary}`, json, types.json],
  ['POST', `/webhooks/Fabman/${canary}`, json, types.json],
  ['POST', `/webhooks//fabman//${canary}`, json, types.json],
  ['POST', `//webhooks/fabman/${canary}`, json, types.json],
  ['POST', `/webhooks%2Ffabman%2F${canary}`, json, types.json],
  ['POST', '/webhooks/storyblok', json, types.json],
  ['GET', `/calendars/members/1/${canary}.ics`, '', types.json],
  ['GET', `//calendars//members/1/${canary}.ics`, '', types.json],
  ...['/', '/en/', '//', '/EN/'].map(
    (prefix) => ['GET', `${prefix}invitation/${canary}`, '', types.form] as const,
  ),
  ['GET', `/Invitation%2f${canary}`, '', types.form],
  ['GET', `/pay/${canary}`, '', types.form],
  ['GET', `/course-place/${canary}`, '', types.form],
  ['POST', `/course-place/${canary}`, form, types.form],
  ['GET', `/en//order/claim/${canary}`, '', types.form],
  ['GET', `/account/delete/${canary}`, '', types.form],
  ['GET', `/contract/receipt/${canary}/file.txt`, '', types.form],
  ['GET', `/contract/disown/${canary}`, '', types.form],
  ['GET', `/certificates/${canary}`, '', types.form],
  ['GET', `/attendance-list/1.2.${canary}`, '', types.form],
  ['GET', '/', '', types.form],
  ['GET', '/booking', '', types.form],
  ['POST', '/auth', form, types.form],
  ['POST', '/onboarding/start', form, types.form],
  ['GET', '/no-such-page', '', types.form],
] as const

const folder = mkdtempSync(join(tmpdir(), 'werkbank-logs-'))
let child: ChildProcess
let port: number
let output = ''

beforeAll(async () => {
  port = await freePort()
  child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: 'trace',
      LOG_FORMAT: 'json',
      TRUST_PROXY: '1',
      STORYBLOK_WEBHOOK_SECRET: 'a-secret-of-this-test',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  for (let turn = 0; !output.includes('Werkbank is open'); turn++) {
    if (child.exitCode !== null || turn > 600) throw new Error(`not started: ${output}`)
    await new Promise((later) => setTimeout(later, 100))
  }
}, 90_000)

afterAll(() => {
  child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('nothing that a client keeps to itself is logged, whatever it sends and however it breaks off', async () => {
  for (const [method, path, body, type] of entries) {
    const head = (more: string[]) =>
      [
        `${method} ${path}?ticket=${canary}&code=${canary}&id_token_hint=${canary} HTTP/1.1`,
        `Host: localhost:${port}`,
        `Content-Type: ${type}`,
        ...more,
      ].join('\r\n')
    const length = (bytes: number) => `Content-Length: ${bytes}`
    const requests = [
      `${head([...secrets, length(body.length)])}\r\n\r\n${body}`,
      `${head([basic, ...secrets.slice(1), length(body.length)])}\r\n\r\n${body}`,
      // The rest of the body stands where the next request should begin.
      `${head([...secrets, length(5)])}\r\n\r\n${json}${form}`,
      `${head([...secrets, length(5000)])}\r\n\r\n${json}`,
      `${head([...secrets, 'Transfer-Encoding: chunked'])}\r\n\r\n20\r\n${canary}`,
      `${head([...secrets, 'Transfer-Encoding: chunked'])}\r\n\r\n${canary}\r\n${canary}`,
      `${head([...secrets, `${canary} : broken`, length(0)])}\r\n\r\n`,
      `${head([...secrets, length(Number.NaN)])}\r\n\r\n${canary}`,
    ]
    await Promise.all(requests.flatMap((text) => [send(text, 'end'), send(text, 'reset')]))
  }
  await quiet()
  // Without a chance to say goodbye: work for connections that are gone would fail on the closed database.
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')

  const lines = output.split('\n').filter((line) => line.startsWith('{'))
  expect(lines.length).toBeGreaterThan(entries.length)
  const bytes = [...Buffer.from(canary)]
  const forms = [
    canary,
    canary.toLowerCase(),
    bytes.join(','),
    Buffer.from(canary).toString('hex'),
    Buffer.from(`user:${canary}`).toString('base64').slice(0, -2),
  ]
  expect(lines.filter((line) => forms.some((text) => line.includes(text)))).toEqual([])
  expect(forms.filter((text) => output.includes(text))).toEqual([])
  expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})

/** Waits until the server has written nothing for a while. */
async function quiet(): Promise<void> {
  for (let before = -1; before !== output.length;) {
    before = output.length
    await new Promise((later) => setTimeout(later, 500))
  }
}

/** Sends bytes, waits for the first of the response and the end, then ends or resets the connection. */
async function send(text: string, way: 'end' | 'reset'): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await new Promise<void>((written) => socket.write(text, () => written()))
  if (way === 'reset') socket.resetAndDestroy()
  else {
    socket.end()
    socket.resume()
  }
  await closed
}
