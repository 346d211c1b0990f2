import { TaskCancelledError, timeout, TimeoutStrategy } from 'cockatiel'

/**
 * Returns what the work returns within `ms`. After that it aborts the signal and throws, even when the work ignores
 * the signal. The timer is not an `AbortSignal.timeout`, which can be collected together with its request.
 * @throws see `isTimeout`
 */
export function withTimeout<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = timeout(Math.max(ms, 0), { strategy: TimeoutStrategy.Aggressive, abortOnReturn: false })
  return limit.execute(({ signal }) => work(signal))
}

export function isTimeout(error: unknown): boolean {
  return error instanceof TaskCancelledError
}
