/** The content service did not answer, or not as it should. */
export class ContentUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ContentUnavailable'
  }
}

/** @param what was asked for @param cause what Storyblok's client rejected with: an object with a message */
export function unavailable(what: string, cause: unknown): ContentUnavailable {
  const message = (cause as { message?: string } | null)?.message ?? 'no answer'
  return new ContentUnavailable(`${what}: ${message}`, { cause })
}

/** One version of the content, and what was read of it: everything that one call needs is of the same one. */
export interface Edition {
  version: number
  read: Map<string, Promise<unknown>>
}

/**
 * Gives the present edition; its version is asked for again after `versionAgeMs`, once for all who wait.
 * Without an answer the last edition counts, with a warning; without any edition it throws ContentUnavailable.
 */
export function createEditions(options: {
  ask: () => Promise<number>
  now: () => number
  warn: (details: { message: string; cause: unknown }) => void
  versionAgeMs: number
}): () => Promise<Edition> {
  const { ask, now, warn, versionAgeMs } = options
  let known: Edition | null = null
  let askedAt = 0
  let asking: Promise<Edition> | null = null
  return async () => {
    if (known && now() - askedAt < versionAgeMs) return known
    asking ??= renewed().finally(() => (asking = null))
    return asking
  }

  async function renewed(): Promise<Edition> {
    try {
      const version = await ask()
      if (known?.version !== version) known = { version, read: new Map() }
    } catch (cause) {
      if (!known) throw unavailable('content version', cause)
      warn({ message: 'Content version unknown, the last good content stays', cause })
    }
    askedAt = now()
    return known
  }
}

/** Reads once per edition; what fails or finds nothing is not kept. */
export function once<T>({ read }: Edition, key: string, make: () => Promise<T>): Promise<T> {
  const kept = (read.get(key) as Promise<T> | undefined) ?? make()
  read.set(key, kept)
  kept.then(
    (value) => value === null && read.delete(key),
    () => read.delete(key),
  )
  return kept
}
