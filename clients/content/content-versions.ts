/** The content service did not respond, or its response is invalid. */
export class ContentUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ContentUnavailable'
  }
}

/** @param call path of the failed call @param cause the rejection of Storyblok's client: an object with a message */
export function unavailable(call: string, cause: unknown): ContentUnavailable {
  const message = (cause as { message?: string } | null)?.message ?? 'no response'
  return new ContentUnavailable(`${call}: ${message}`, { cause })
}

/** A version of the content with everything that was read of it. */
export interface ContentVersion {
  number: number
  /** The number; with a fraction after this version was read again. Part of the key of everything made from it. */
  key: number
  read: Map<string, Promise<unknown>>
}

interface VersionOptions {
  /** Reads the version; `isFresh` is false for a stale response. */
  readVersion: () => Promise<{ number: number; isFresh: boolean }>
  now: () => number
  warn: (details: { message: string; cause: unknown }) => void
  maxAgeMs: number
}

const rereadMs = 30_000

/**
 * Tracks the current version. A known version is returned at once and read again in the background when it is older
 * than `maxAgeMs`; at 0 each call waits for the version. When reading fails, the last version counts, with a warning;
 * without any version `current` and `refresh` throw ContentUnavailable.
 */
export function trackVersion({ readVersion, now, warn, maxAgeMs }: VersionOptions) {
  let known: ContentVersion | null = null
  let readAt = 0
  let reading: Promise<ContentVersion> | null = null
  let hasStaleContent = false
  let rereadAt = -Infinity
  const renew = () => (reading ??= renewed().finally(() => (reading = null)))

  async function renewed(): Promise<ContentVersion> {
    try {
      const { number, isFresh } = await readVersion()
      if (known?.number !== number) known = { number, key: number, read: new Map() }
      else if (hasStaleContent && isFresh && now() - rereadAt >= rereadMs) known = emptied(known)
    } catch (cause) {
      if (!known) throw unavailable('content version', cause)
      warn({ message: 'Content version unknown, the last good content stays', cause })
    }
    readAt = now()
    return known
  }

  function emptied({ number, key }: ContentVersion): ContentVersion {
    hasStaleContent = false
    rereadAt = now()
    return { number, key: key + 1 / 1024, read: new Map() }
  }

  return {
    async current(): Promise<ContentVersion> {
      if (!known || maxAgeMs === 0) return renew()
      // Never rejects once a version is known.
      if (now() - readAt >= maxAgeMs) void renew()
      return known
    },
    /** Reads the version now and resolves when it counts. */
    async refresh(): Promise<void> {
      // A read that is under way may have begun before the change that the caller knows of.
      await reading?.catch(() => {})
      await renew()
    },
    /**
     * Notes that a stale response was used. The version is read again when the service responds, at most every
     * 30 seconds: one story that stays broken must not invalidate all pages again and again.
     */
    noteStaleResponse(): void {
      hasStaleContent = true
    },
  }
}

/** Reads a value once per version; failures and null are not cached. */
export function readOnce<T>({ read }: ContentVersion, key: string, load: () => Promise<T>): Promise<T> {
  const value = (read.get(key) as Promise<T> | undefined) ?? load()
  read.set(key, value)
  value.then(
    (found) => found === null && read.delete(key),
    () => read.delete(key),
  )
  return value
}
