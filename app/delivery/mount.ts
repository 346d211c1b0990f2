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
}

/**
 * Hydrates the page. A screen of the app whose texts cannot be loaded stays as the server drew it: hydration would
 * replace its texts by their keys. An unreadable file is reported and shown (E4), a failed fetch only warned of (E5).
 */
export async function mount(parts: MountParts): Promise<void> {
  const { isApp, loadMessages, hasMessages, hydrate, report, show } = parts
  if (isApp) {
    try {
      await loadMessages()
    } catch (error) {
      report(error)
      show(error instanceof Error ? error.message : String(error))
    }
    if (!hasMessages()) return
  }
  hydrate()
}
