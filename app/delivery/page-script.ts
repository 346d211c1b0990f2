/**
 * The inline script of every page. It starts the page's modules late, fills in live data of the workshop, applies a
 * chosen theme and stores a chosen language. It is sent as its own source text (`late-start.ts`), so it uses no imports
 * and nothing outside itself.
 */
export function pageScript(): void {
  const root = document.documentElement
  const late = document.querySelector('script[type="text/late-module"]')
  /** What a visitor did before the page was hydrated; it is repeated after that. */
  let missed: HTMLElement | 'search' | null = null
  /** Cells of a grid that were tapped before the page was hydrated. */
  const taps: HTMLElement[] = []
  let nextFill = 0

  if (late) {
    for (const touch of ['pointerdown', 'touchstart', 'keydown']) {
      addEventListener(touch, start, { once: true, passive: true, capture: true })
    }
    addEventListener('click', keepClick, true)
    addEventListener('keydown', keepKey, true)
    addEventListener('werkbank:hydrated', repeatMissed, { once: true })
    // Visitors who are probably signed in see their name at once.
    afterLoad(() => setTimeout(start, root.dataset['signedIn'] ? 0 : 4000))
  } else {
    addEventListener('click', keepTap, true)
    addEventListener('werkbank:hydrated', repeatTaps, { once: true })
    // The styles of this page are inline; the next page may still have to fetch them, which aborts a view transition.
    addEventListener('pageswap', (event) => event.viewTransition?.skipTransition())
  }
  addEventListener('click', rememberLanguage, true)
  addEventListener('change', chooseTheme)
  addEventListener('werkbank:hydrated', showTheme)
  addEventListener('werkbank:page', fillLive)
  document.addEventListener('visibilitychange', fillLive)
  showTheme()
  afterLoad(fillLive)

  function start(): void {
    if (!late || late.hasAttribute('data-started')) return
    late.setAttribute('data-started', '')
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = late.textContent
    document.head.append(script)
  }

  function isReady(): boolean {
    return root.dataset['hydrated'] !== undefined
  }

  function keepClick(event: Event): void {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (!button || isReady()) return
    event.preventDefault()
    missed = button
    start()
  }

  /** Stores a tap on a grid until the page is hydrated, and keeps it from React, so that it counts once. */
  function keepTap(event: Event): void {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[role=grid] td') : null
    if (!cell || isReady()) return
    event.stopPropagation()
    taps.push(cell)
  }

  /** Repeats the taps one after the other: each depends on the result of the one before. */
  function repeatTaps(): void {
    for (const cell of taps.splice(0)) setTimeout(() => cell.click())
  }

  function keepKey(event: KeyboardEvent): void {
    if (isReady() || event.key !== 'k' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    missed = 'search'
  }

  function repeatMissed(): void {
    if (missed === 'search') dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
    else missed?.click()
    missed = null
  }

  function rememberLanguage(event: Event): void {
    const link = event.target instanceof Element ? event.target.closest('a[data-language]') : null
    const locale = link?.getAttribute('hreflang')
    if (locale)
      document.cookie = `i18n_redirected=${locale}; Max-Age=31536000; Path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`
  }

  /** Where the browser blocks storage, access throws, and the choice lasts until the page is left. */
  function chooseTheme(event: Event): void {
    const select = event.target
    if (!(select instanceof HTMLSelectElement) || !select.matches('[data-theme-switch]')) return
    const theme = select.value
    if (theme === 'system') delete root.dataset['theme']
    else root.dataset['theme'] = theme
    try {
      if (theme === 'system') localStorage.removeItem('theme')
      else localStorage.setItem('theme', theme)
    } catch {
      // See above.
    }
    showTheme()
  }

  function showTheme(): void {
    const theme = root.dataset['theme'] ?? 'system'
    for (const select of document.querySelectorAll<HTMLSelectElement>('[data-theme-switch]'))
      select.value = theme
  }

  /** Fills every `data-live="{kind} {id} {field}"`, every 4 s while the page is visible. */
  function fillLive(): void {
    clearTimeout(nextFill)
    if (document.visibilityState !== 'visible') return
    const kinds = ['equipment', 'date'].filter((kind) => document.querySelector(`[data-live^="${kind} "]`))
    if (kinds.length === 0) return
    void Promise.all(kinds.map(fill)).then(() => {
      nextFill = window.setTimeout(fillLive, 4000)
    })
  }

  async function fill(kind: string): Promise<void> {
    try {
      const path = kind === 'equipment' ? '/data/equipment' : '/data/courses'
      const response = await fetch(`${path}?locale=${root.lang}`)
      if (!response.ok) throw new Error(String(response.status))
      const items = (await response.json()) as Record<string, unknown>[]
      for (const element of document.querySelectorAll<HTMLElement>(`[data-live^="${kind} "]`)) {
        const [, id, field = ''] = (element.dataset['live'] ?? '').split(' ')
        const item = items.find((each) => String(each['id']) === id)
        const text = item?.[field]
        if (typeof text === 'string' && element.textContent !== text) element.textContent = text
        if (typeof item?.['state'] === 'string') element.dataset['state'] = item['state']
      }
      delete root.dataset['live']
    } catch {
      // The last values stay, with a hint that they may be old.
      root.dataset['live'] = 'missing'
    }
  }

  function afterLoad(then: () => void): void {
    const whenIdle = () => {
      // Safari has no idle callback.
      if (typeof requestIdleCallback === 'function') requestIdleCallback(() => then(), { timeout: 2000 })
      else setTimeout(then, 200)
    }
    if (document.readyState === 'complete') whenIdle()
    else addEventListener('load', whenIdle, { once: true })
  }
}
