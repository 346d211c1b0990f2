import { identityAddresses, pages } from '../contracts/addresses.ts'
import { backendApi } from '../contracts/http/backend.ts'
import { connectorApi } from '../contracts/http/connector.ts'
import { dataApi } from '../contracts/http/data.ts'
import type { Endpoints } from '../contracts/http/endpoint.ts'
import { startBookingWorld } from './booking-world.ts'
import { startCommerceWorld } from './commerce-world.ts'
import { malformed, type Target } from './malformed-requests.ts'
import type { OnEnd, Row } from './measurement.ts'
import type { MeasuredProcess } from './process.ts'

/** Requests to each endpoint; `MALFORMED=1000` makes it less. */
const each = Number(process.env['MALFORMED'] ?? 10_000)
/** A part of the endpoints: `MALFORMED_ONLY='GET /data/'` takes those whose method and path match. */
const only = new RegExp(process.env['MALFORMED_ONLY'] ?? '')
const atOnce = 20
const answerMs = 5000
const mostGrowthMb = 100

interface Running {
  url: string
  product: () => MeasuredProcess
  tokenOf: (member: number) => string
}

/**
 * Sends malformed requests to every endpoint: fields and bodies that no client of ours sends, by members and visitors.
 * @throws Error with the first findings: a 5xx, no response in 5 s, an error in another form, or 100 MB more memory
 */
export async function measureMalformed(onEnd: OnEnd): Promise<Row[]> {
  const world = await startBookingWorld(onEnd)
  const parts = await attack(world, [
    ...rowsOf(backendApi, '/api'),
    ...rowsOf(connectorApi, '/connector/v1'),
    ...rowsOf(dataApi, ''),
  ])
  const commerce = await startCommerceWorld(onEnd, '')
  const shop = { url: commerce.url, product: () => commerce.product, tokenOf: () => 'none' }
  const site = await attack(shop, [...pageTargets(), ...identityTargets()])
  const findings = [...parts.findings, ...site.findings]
  if (findings.length > 0)
    throw new Error(`${findings.length} findings:\n${findings.slice(0, 50).join('\n')}`)
  return [
    { measurement: 'malformed requests answered', value: parts.sent + site.sent, unit: 'requests' },
    { measurement: 'slowest malformed request', value: Math.max(parts.slowest, site.slowest), unit: 'ms' },
    { measurement: 'memory after them, parts', value: parts.grownMb, unit: 'MB more' },
    { measurement: 'memory after them, site and identity', value: site.grownMb, unit: 'MB more' },
  ]
}

async function attack(world: Running, all: Target[]) {
  const targets = all.filter(({ method, path }) => only.test(`${method} ${path}`))
  const findings: string[] = []
  const seen = new Set<string>()
  let sent = 0
  let slowest = 0
  const sendOne = async (target: Target, index: number) => {
    const began = performance.now()
    const finding = await send(world, target, index)
    slowest = Math.max(slowest, Math.round(performance.now() - began))
    sent++
    const kind = finding && `${target.method} ${target.path}: ${finding}`
    if (!kind || seen.has(kind)) return
    seen.add(kind)
    findings.push(`${kind} (request ${index})`)
    console.log(`Finding: ${findings.at(-1)}`)
  }
  const sendAll = async (count: number) => {
    for (const target of targets) {
      let next = 0
      const worker = async () => {
        while (next < count) await sendOne(target, next++)
      }
      await Promise.all(Array.from({ length: atOnce }, worker))
      if (count === each)
        console.log(`${target.method} ${target.path}: ${sent} sent, ${findings.length} findings`)
    }
  }
  // What every endpoint loads once is no growth.
  await sendAll(Math.min(each, 50))
  const before = world.product().peakMemory()
  await sendAll(each)
  const grownMb = world.product().peakMemory() - before
  if (grownMb > mostGrowthMb) findings.push(`memory grew by ${grownMb} MB`)
  return { findings, sent, slowest, grownMb }
}

/** Sends one request; returns what is wrong with its response, null = nothing. */
async function send({ url, tokenOf }: Running, target: Target, index: number): Promise<string | null> {
  const { path, headers, body } = malformed(target, index)
  const authorization = index % 3 === 0 ? null : { authorization: `Bearer ${tokenOf(1 + (index % 1000))}` }
  const hasBody = !['GET', 'HEAD'].includes(target.method)
  try {
    const response = await fetch(url + path, {
      method: target.method,
      headers: { ...authorization, ...(hasBody && headers) },
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
      ...(hasBody && { body }),
    })
    await response.arrayBuffer()
    const { status } = response
    const type = response.headers.get('content-type') ?? ''
    // 501: the workshop system cannot do it, as the contract says.
    if (status >= 500 && status !== 501) return String(status)
    return status >= 400 && type !== '' && !target.errors.test(type) ? `${status} as ${type}` : null
  } catch (error) {
    // A server may close the connection on a body that it has refused.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
    if (/other side closed|ECONNRESET|EPIPE/.test(cause) && headers['x-large']) return null
    return error instanceof Error ? `${error.name} ${cause}` : String(error)
  }
}

function rowsOf(table: Endpoints, prefix: string): Target[] {
  return Object.values(table).map(({ method, path }) => ({
    method,
    path: prefix + path,
    errors: /^application\/problem\+json/,
  }))
}

function pageTargets(): Target[] {
  // The gallery of blocks exists on a developer's machine only, and each of its pages has 700 KB.
  const known = Object.keys(pages).filter((path) => path !== 'dev/blocks')
  const paths = [...known.map((path) => `/${path}`), '/language', '/webhooks/fabman/x']
  return paths.flatMap((path) =>
    ['GET', 'POST'].map((method) => ({
      method,
      path,
      errors: /^(text\/html|text\/plain|application\/problem\+json|text\/x-script)/,
    })),
  )
}

function identityTargets(): Target[] {
  const below = ['/u/login/x', '/u/forgot-password', '/u/reset-password', '/u/verify-email', '/u/x']
  const database = ['/dbconnections/signup', '/dbconnections/change_password']
  return [...identityAddresses.protocol, ...identityAddresses.own, ...below, ...database].flatMap((path) =>
    ['GET', 'POST'].map((method) => ({
      method,
      path,
      errors: /^(text\/html|application\/problem\+json|application\/json)/,
    })),
  )
}
