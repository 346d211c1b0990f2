import { createHash, randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { isDatabaseProblem, isProblem, Problem } from '../contracts/problem.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import { check, type ServiceEnv } from './http/service.ts'
import { z } from 'zod'
import * as store from './idempotency.store.ts'

/** Longer than any write takes; after it the process that had begun counts as dead. */
const claimMs = 30_000
const retentionMs = 24 * 60 * 60_000

const Key = z.string().regex(/^[\x21-\x7e]{1,255}$/, '1 to 255 letters without spaces')

export interface Idempotency {
  /**
   * Runs a request once for its key and member; every repeat gets the same response, also after a restart.
   * @throws Problem `keyReused` for another request with the same key, `keyRunning` while the first runs
   */
  once(request: KeyedRequest, run: () => Promise<Response>): Promise<Response>
  /** Deletes responses older than a day. */
  cleanUp(): Promise<void>
}

/** Limits the writes of a member. */
export interface WriteLimit {
  /**
   * Counts one write.
   * @returns what takes it back
   * @throws Problem `tooManyRequests` with Retry-After when it is one too many
   */
  hit(member: number): Promise<() => Promise<void>>
}

interface KeyedRequest {
  member: number
  key: string
  fingerprint: Buffer
}

/** A write of a member: `work` gets what tells this request from all others, when the caller gave a key. */
export type Write = (
  c: Context<ServiceEnv>,
  member: number,
  work: (requestKey?: string) => Promise<Response>,
) => Promise<Response>

/** The header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header); without it, a write just runs. */
export function createWrite({
  idempotency,
  writeLimit,
}: {
  idempotency?: Idempotency
  writeLimit?: WriteLimit
}): Write {
  const writeOnce: Write = async (c, member, work) => {
    const given = c.req.header('idempotency-key')
    if (given === undefined || !idempotency) return work()
    const { 'idempotency-key': key } = check(
      z.object({ 'idempotency-key': Key }),
      { 'idempotency-key': given },
      'header',
    )
    const fingerprint = createHash('sha256')
      .update(`${c.req.method} ${c.req.path}\n`)
      .update(await c.req.text())
      .digest()
    const requestKey = createHash('sha256').update(key).update('\n').update(fingerprint).digest('base64url')
    return idempotency.once({ member, key, fingerprint }, () => work(requestKey))
  }
  return async (c, member, work) => {
    const takeBack = await writeLimit?.hit(member)
    try {
      return await writeOnce(c, member, work)
    } catch (error) {
      // The member is not to blame.
      if (isDatabaseProblem(error)) await takeBack?.()
      throw error
    }
  }
}

export function createIdempotency({ db, clock }: { db: Database; clock: Clock }): Idempotency {
  /** Claims the key, throws, or returns the stored response. */
  async function claimKey({ member, key, fingerprint }: KeyedRequest): Promise<store.Claim | Response> {
    const now = clock()
    const own = { member, key, claim: randomUUID() }
    const claimedUntil = new Date(now.getTime() + claimMs)
    if (await store.claimNew(db, { ...own, fingerprint, claimedUntil, createdAt: now })) return own
    const record = await store.findRecord(db, member, key)
    if (record && !record.fingerprint.equals(fingerprint)) {
      throw new Problem('keyReused', { errors: [{ field: 'idempotency-key', message: 'a new key' }] })
    }
    if (record?.status) return replay(record.status, record.body ?? '')
    const isDead = record && record.claimedUntil <= now
    const died = record && { member, key, claim: record.claim }
    if (isDead && died && (await store.takeOver(db, died, { claim: own.claim, claimedUntil }))) return own
    throw new Problem('keyRunning', { headers: { 'retry-after': '1' } })
  }

  return {
    async once(request, run) {
      const claim = await claimKey(request)
      if (claim instanceof Response) return claim
      try {
        const response = await run()
        await store.saveResponse(db, claim, { status: response.status, body: await response.clone().text() })
        return response
      } catch (error) {
        if (isProblem(error) && isRefusal(error)) {
          await store.saveResponse(db, claim, { status: error.status, body: textOf(error) })
        } else {
          await store.release(db, claim)
        }
        throw error
      }
    },
    cleanUp: () => store.deleteBefore(db, new Date(clock().getTime() - retentionMs)),
  }
}

/** Refusals are stored; a request that was invalid or failed can be tried again with the same key. */
function isRefusal({ status }: Problem): boolean {
  return status === 409 || status === 422
}

function textOf({ code, options }: Problem): string {
  const { params, errors, refusals } = options
  return JSON.stringify({ code, options: { params, errors, refusals } })
}

/** Returns the same response; a problem is in the present caller's language. @throws Problem the stored one */
function replay(status: number, body: string): Response {
  if (status >= 400) {
    const { code, options } = JSON.parse(body) as Pick<Problem, 'code' | 'options'>
    throw new Problem(code, { ...options, headers: { 'idempotency-replayed': 'true' } })
  }
  return new Response(body, {
    status,
    headers: { 'content-type': 'application/json', 'idempotency-replayed': 'true' },
  })
}
