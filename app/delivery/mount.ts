interface MountParts {
  /** The page is a screen of the app: it needs the whole message file before React compares it with the document. */
  isApp: boolean
  /** Loads the message file. @throws LocaleError */
  loadMessages: () => Promise<void>
  /** Whether all texts of the language are loaded. */
  hasMessages: () => boolean
  hydrate: () => void
  report: (error: unknown) => void
  /** Shows a sentence on the page as the server drew it. */
  show: (message: string) => void
  /** Waits before the next attempt to load the message file. */
  pause: () => Promise<unknown>
}

/**
 * Hydrates the page. A screen of the app whose texts cannot be loaded stays as the server drew it: hydration would
 * replace its texts by their keys. An unreadable file is reported and shown (E4). A failed fetch is only warned of (E5),
 * and tried again, because a screen of a member has nothing to show before.
 */
export async function mount(parts: MountParts): Promise<void> {
  const { isApp, loadMessages, hasMessages, hydrate, report, show, pause } = parts
  const isReady = () => !isApp || hasMessages()
  while (!isReady()) {
    try {
      await loadMessages()
    } catch (error) {
      report(error)
      return show((error as Error).message)
    }
    if (!isReady()) await pause()
  }
  hydrate()
}
