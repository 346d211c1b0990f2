import type { Log } from '../log.ts'

interface PageVersionOptions {
  /** Reads the version. */
  read: () => Promise<string>
  /** Called at once with each change. */
  onChange: () => void
  log: Log
}

/** The version under which pages are cached. */
export interface PageVersion {
  /** The version as last read; empty before the first read. */
  current(): string
  /** Reads the version; callers share one read. While reading fails, the version stays. */
  refresh(): Promise<void>
}

export function createPageVersion({ read, onChange, log }: PageVersionOptions): PageVersion {
  let version = ''
  let checking: Promise<void> | null = null

  async function check(): Promise<void> {
    try {
      const current = await read()
      if (current === version) return
      version = current
      onChange()
    } catch (error) {
      log.warn({ err: error }, 'page version unknown, cached pages stay')
    }
  }

  return {
    current: () => version,
    refresh() {
      checking ??= check().finally(() => (checking = null))
      return checking
    },
  }
}
