/**
 * The one script that every page carries in itself: it starts the page's modules late, fills in what the workshop knows
 * right now, applies a choice of theme and remembers one of language. It is sent as its own text (`late-start.ts`), so
 * it stands alone: no imports, nothing from around it.
 */
export function pageScript(): void {
  const root = document.documentElement
  const late = document.querySelector('script[type="text/late-module"]')
  /** What somebody did before the page's code was there; it is done again then. */
  let missed: HTMLElement | 'search' | null = null
  /** The same for the cells of a grid. */
  const taps: HTMLElement[] = []
  let nextFill = 0

  if (late) {
    for (const touch of ['pointerdown', 'touchstart', 'keydown']) {
      addEventListener(touch, start, { once: true, passive: true, capture: true })
    }
    addEventListener('click', keepClick, true)
    addEventListener('keydown', keepKey, true)
    addEventListener('werkbank:hydrated', doAgain, { once: true })
    // Somebody who is probably signed in is not kept waiting for their name.
    afterLoad(() => setTimeout(start, root.dataset['signedIn'] ? 0 : 4000))
  } else {
    addEventListener('click', keepTap, true)
    addEventListener('werkbank:hydrated', tapAgain, { once: true })
    // This page has its styles in itself; the next may have yet to ask for them, and would have to give up midway.
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

  /** Grids are there to be tapped before their code is. Only one of the two may do it: this, or the page's own code. */
  function keepTap(event: Event): void {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[role=grid] td') : null
    if (!cell || isReady()) return
    event.stopPropagation()
    taps.push(cell)
  }

  /** One after the other: where the second counts from depends on what the first did. */
  function tapAgain(): void {
    for (const cell of taps.splice(0)) setTimeout(() => cell.click())
  }

  function keepKey(event: KeyboardEvent): void {
    if (isReady() || event.key !== 'k' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    missed = 'search'
  }

  function doAgain(): void {
    if (missed === 'search') dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
    else missed?.click()
    missed = null
  }

  function rememberLanguage(event: Event): void {
    const link = event.target instanceof Element ? event.target.closest('a[data-language]') : null
    const locale = link?.getAttribute('hreflang')
    if (locale) document.cookie = `i18n_redirected=${locale}; Max-Age=31536000; Path=/; SameSite=Lax`
  }

  /** A browser that keeps nothing for us throws when it is asked: then the choice lasts until the page is left. */
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

  /** Fills every `data-live="{kind} {id} {field}"` and comes back while the page is looked at. */
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
      for (const place of document.querySelectorAll<HTMLElement>(`[data-live^="${kind} "]`)) {
        const [, id, field = ''] = (place.dataset['live'] ?? '').split(' ')
        const item = items.find((each) => String(each['id']) === id)
        const text = item?.[field]
        if (typeof text === 'string' && place.textContent !== text) place.textContent = text
        if (typeof item?.['state'] === 'string') place.dataset['state'] = item['state']
      }
      delete root.dataset['live']
    } catch {
      // What was known stays; a hint tells that it may be old.
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
