/** What `sessionStorage` is used for here. */
type PageMemory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * The browser's session storage; where it keeps nothing for us (in a foreign frame, with storage blocked) it throws when
 * it is asked, and a memory stands in that lasts as long as the page.
 */
export function pageMemory(): PageMemory {
  memory ??= available() ?? forgetful()
  return memory
}

let memory: PageMemory | null = null

function available(): PageMemory | null {
  try {
    sessionStorage.setItem('werkbank', '1')
    sessionStorage.removeItem('werkbank')
    return sessionStorage
  } catch {
    return null
  }
}

function forgetful(): PageMemory {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}
