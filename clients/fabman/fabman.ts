import type { z } from 'zod'
import { type CallOptions, createCalls } from './calls.ts'
import { FabmanRefused, FabmanUnavailable } from './failures.ts'
import { type Caller, checked, createReads } from './reads.ts'
import type { Call } from './send.ts'

export interface FabmanOptions extends CallOptions {
  /** With the version, no trailing slash: `https://fabman.io/api/v1`. */
  baseUrl: string
}

/** Reads that decide nothing fail at once when more than this waits: they must not keep members from booking. */
const displayQueueMs = 250

/**
 * Fabman's API. Every response is parsed without loss of ids, checked, and stripped of unknown fields. All methods throw
 * FabmanUnavailable or FabmanRefused.
 */
export function createFabmanClient(options: FabmanOptions) {
  const { baseUrl, warn } = options
  const caller: Caller = {
    baseUrl,
    call: createCalls(options),
    failed(name, reason, mayBeDone) {
      warn({ call: name, reason })
      return new FabmanUnavailable(reason, mayBeDone)
    },
  }

  async function write<T extends z.ZodType>(call: Omit<Call, 'url'>, schema: T): Promise<z.output<T>> {
    const response = await caller.call({ ...call, url: baseUrl + call.path })
    if (response === null) throw new FabmanRefused(404, [], 'Not Found')
    return checked(caller, `${call.method} ${call.path}`, response, schema)
  }

  return {
    ...createReads(caller),
    /** For reads that decide nothing. */
    forDisplay: createReads(caller, displayQueueMs),
    /** @param deadline see Call */
    post: <T extends z.ZodType>(path: string, body: object, schema: T, deadline?: number) =>
      write({ method: 'POST', path, body, deadline }, schema),
    /** The body carries the `lockVersion` that was read; Fabman refuses another one with status 409. */
    put: <T extends z.ZodType>(path: string, body: object, schema: T, deadline?: number) =>
      write({ method: 'PUT', path, body, deadline }, schema),
    /** Succeeds also when the object is already gone. */
    async delete(path: string, deadline?: number): Promise<void> {
      await caller.call({ method: 'DELETE', path, url: baseUrl + path, deadline })
    },
  }
}
export type FabmanClient = ReturnType<typeof createFabmanClient>
export type FabmanReader = FabmanClient['forDisplay']
