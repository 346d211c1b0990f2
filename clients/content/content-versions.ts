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
  /** The version; with a fraction when this version had to be read again. Part of the key of all made from it. */
  key: number
  read: Map<string, Promise<unknown>>
}

interface EditionsOptions {
  /** `isFresh` is false for an answer that was kept from before. */
  ask: () => Promise<{ version: number; isFresh: boolean }>
  now: () => number
  warn: (details: { message: string; cause: unknown }) => void
  versionAgeMs: number
}

const readAgainMs = 30_000

/**
 * The present edition. A known one is given at once and its version asked for again behind, `versionAgeMs` after the
 * last time and once for all; at 0 each call waits for the version. Without an answer the last edition counts, with
 * a warning; without any edition it throws ContentUnavailable.
 */
export function createEditions({ ask, now, warn, versionAgeMs }: EditionsOptions) {
  let known: Edition | null = null
  let askedAt = 0
  let asking: Promise<Edition> | null = null
  let isSpoilt = false
  let readAgainAt = -Infinity
  const asked = () => (asking ??= renewed().finally(() => (asking = null)))

  async function renewed(): Promise<Edition> {
    try {
      const { version, isFresh } = await ask()
      if (known?.version !== version) known = { version, key: version, read: new Map() }
      else if (isSpoilt && isFresh && now() - readAgainAt >= readAgainMs) known = again(known)
    } catch (cause) {
      if (!known) throw unavailable('content version', cause)
      warn({ message: 'Content version unknown, the last good content stays', cause })
    }
    askedAt = now()
    return known
  }

  function again({ version, key }: Edition): Edition {
    isSpoilt = false
    readAgainAt = now()
    return { version, key: key + 1 / 1024, read: new Map() }
  }

  return {
    async present(): Promise<Edition> {
      if (!known || versionAgeMs === 0) return asked()
      // Never rejects with an edition known.
      if (now() - askedAt >= versionAgeMs) void asked()
      return known
    },
    /** Asks for the version now and resolves when its edition counts. */
    async refresh(): Promise<void> {
      // The one under way may have been asked before the change that the caller knows of.
      await asking?.catch(() => {})
      await asked()
    },
    /**
     * Something older than the version was read, because it could not be had. The edition is read again when the
     * service answers, at most every half minute: one story that stays broken must not make all pages anew.
     */
    spoil(): void {
      isSpoilt = true
    },
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
