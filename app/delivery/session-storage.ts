type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Returns the browser's session storage. Where the browser blocks it (in a foreign frame, by a setting), every access
 * throws; a storage that lasts as long as the page then replaces it.
 */
export function pageStorage(): PageStorage {
  storage ??= available() ?? inPage()
  return storage
}

let storage: PageStorage | null = null

function available(): PageStorage | null {
  try {
    sessionStorage.setItem('werkbank', '1')
    sessionStorage.removeItem('werkbank')
    return sessionStorage
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
