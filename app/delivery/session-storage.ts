type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Returns the browser's session storage. Where the browser blocks it (in a foreign frame, by a setting), every access
 * throws; a storage that lasts as long as the page then replaces it.
 */
export function pageStorage(): PageStorage {
  storage ??= available(() => sessionStorage) ?? inPage()
  return storage
}

/** Returns what all tabs of the browser share, with the same replacement. */
export function browserStorage(): PageStorage {
  shared ??= available(() => localStorage) ?? inPage()
  return shared
}

let storage: PageStorage | null = null
let shared: PageStorage | null = null

function available(open: () => Storage): PageStorage | null {
  try {
    const found = open()
    found.setItem('werkbank', '1')
    found.removeItem('werkbank')
    return found
  } catch {
    return null
  }
}

function inPage(): PageStorage {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}
