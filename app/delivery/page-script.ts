/*
 * The inline script of every page. It is sent as the source text of its functions, before any module is loaded, so they
 * use no imports and nothing but each other.
 */

/** Starts the modules of a screen once it is painted. */
function startPainted(): void {
  const module = document.querySelector('script[type="text/module-when-painted"]')
  if (!module) return
  skipViewTransition()
  let isStarted = false
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  // A page in the background is not painted.
  setTimeout(start, 1000)

  function start(): void {
    if (isStarted || !module) return
    isStarted = true
    restoreLinks('modulepreload')
    restoreLinks('preload', 'as', 'fetch')
    run(module)
  }
}

/** Starts the modules of a content page when it is idle, and at the first touch, which is repeated after hydration. */
function startLate(): void {
  const module = document.querySelector('script[type="text/module-when-idle"]')
  if (!module) return
  let missed: HTMLElement | 'search' | null = null
  let isStarted = false

  for (const touch of ['pointerdown', 'touchstart', 'keydown']) {
    addEventListener(touch, start, { once: true, passive: true, capture: true })
  }
  addEventListener('click', keepClick, true)
  addEventListener('keydown', keepKey, true)
  addEventListener('werkbank:hydrated', repeatMissed, { once: true })
  // Before, it would take the line from the fonts.
  afterLoad(() => restoreLinks('manifest'))
  // Visitors who are probably signed in see their name at once; a sign-in that ends here ends at once, too (A1).
  const isAtOnce = document.documentElement.dataset['signedIn'] || /[?&](code|error)=/.test(location.search)
  afterLoad(() => setTimeout(start, isAtOnce ? 0 : 4000))

  function start(): void {
    if (isStarted || !module) return
    isStarted = true
    run(module)
  }

  function keepClick(event: Event): void {
    const button = closest(event, 'button')
    if (!button || isHydrated()) return
    event.preventDefault()
    missed = button
    start()
  }

  function keepKey(event: KeyboardEvent): void {
    if (isHydrated() || event.key !== 'k' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    missed = 'search'
  }

  function repeatMissed(): void {
    if (missed === 'search') dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
    else missed?.click()
    missed = null
  }
}

/** A screen also leads to the sign-in, which has no transitions: the browser then reports an error in either page. */
function skipViewTransition(): void {
  addEventListener('pageswap', (event) => event.viewTransition?.skipTransition())
}

/** Stores a chosen language and applies a chosen theme. */
function followChoices(): void {
  const { dataset } = document.documentElement
  addEventListener(
    'click',
    (event) => {
      const locale = closest(event, 'a[data-language]')?.getAttribute('hreflang')
      const secure = location.protocol === 'https:' ? '; Secure' : ''
      if (locale)
        document.cookie = `i18n_redirected=${locale}; Max-Age=31536000; Path=/; SameSite=Lax${secure}`
    },
    true,
  )
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || !target.matches('[data-theme-switch]')) return
    const theme = target.value
    const isChosen = theme !== 'system'
    if (isChosen) dataset['theme'] = theme
    else delete dataset['theme']
    try {
      if (isChosen) localStorage.setItem('theme', theme)
      else localStorage.removeItem('theme')
    } catch {
      // The browser blocks storage: the choice lasts until the page is left.
    }
    showTheme()
  })
  addEventListener('werkbank:hydrated', showTheme)
  showTheme()

  function showTheme(): void {
    const switches = document.querySelectorAll<HTMLSelectElement>('[data-theme-switch]')
    for (const select of switches) select.value = dataset['theme'] ?? 'system'
    // The bar of the browser or of the installed app; the light one is first.
    const bars = document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')
    bars.forEach((bar, index) => {
      const own = index === 0 ? 'light' : 'dark'
      const chosen = dataset['theme'] === own ? 'all' : 'not all'
      bar.media = dataset['theme'] ? chosen : `(prefers-color-scheme: ${own})`
    })
  }
}

/** Shows once what the page before left to say: `{locale} {text}` in the session storage. */
function showNote(): void {
  const note = document.querySelector<HTMLElement>('[data-note]')
  // The way through the provider's pages has no header.
  if (!note) return
  try {
    const [, locale, text] = /^(\w+) (.+)$/.exec(sessionStorage.getItem('note') ?? '') ?? []
    sessionStorage.removeItem('note')
    if (!locale || !text) return
    note.lang = locale
    note.textContent = text
  } catch {
    // The browser blocks storage: nothing was left.
  }
}

/** Fills every `data-live="{kind} {id} {field}"`, every 4 s while the page is visible; `data-week` names the equipment of days. */
function fillLive(): void {
  const root = document.documentElement
  const paths = { equipment: '/data/equipment', date: '/data/courses', day: '/data/days' }
  let next = 0
  addEventListener('werkbank:page', fillAll)
  document.addEventListener('visibilitychange', fillAll)
  afterLoad(fillAll)

  function fillAll(): void {
    clearTimeout(next)
    if (document.visibilityState !== 'visible') return
    const kinds = Object.entries(paths).filter(([kind]) => elements(kind).length > 0)
    if (kinds.length === 0) return
    void Promise.all(kinds.map(fill)).then(() => {
      next = window.setTimeout(fillAll, 4000)
    })
  }

  function elements(kind: string): NodeListOf<HTMLElement> {
    return document.querySelectorAll(`[data-live^="${kind} "]`)
  }

  /** A path is drawn, any other element has a text. */
  function show(element: HTMLElement, text: string): void {
    if (element.localName === 'path') element.setAttribute('d', text)
    else if (element.textContent !== text) element.textContent = text
  }

  async function fill([kind, path]: [string, string]): Promise<void> {
    try {
      // Bare: the typed client is a module, and modules start late.
      const week = document.querySelector<HTMLElement>('[data-week]')?.dataset['week']
      const resource = kind === 'day' ? `&resource=${week}` : ''
      const response = await fetch(`${path}?locale=${root.lang}${resource}`)
      if (!response.ok) throw new Error(String(response.status))
      const items = (await response.json()) as Record<string, unknown>[]
      for (const element of elements(kind)) {
        const [, id, field = ''] = (element.dataset['live'] ?? '').split(' ')
        const item = items.find((each) => String(each['id']) === id)
        // A page that is open over midnight: yesterday cannot be booked.
        if (kind === 'day' && !item) element.closest('li')?.remove()
        const text = item?.[field]
        if (typeof text === 'string') show(element, text)
        if (typeof item?.['state'] === 'string') element.dataset['state'] = item['state']
      }
      if (kind === 'equipment') countFree(items)
      delete root.dataset['live']
    } catch {
      // The last values stay, with a hint that they may be old.
      root.dataset['live'] = 'missing'
    }
  }

  /** Fills every `data-free="{ids of equipment}"` with how many of them are free, and marks it when all their spaces are closed. */
  function countFree(items: Record<string, unknown>[]): void {
    for (const element of document.querySelectorAll<HTMLElement>('[data-free]')) {
      const ids = element.dataset['free']?.split(' ') ?? []
      const found = items.filter(({ id }) => ids.includes(String(id)))
      element.textContent = String(found.filter(({ state }) => state === 'free').length)
      element.toggleAttribute('data-closed', found.length > 0 && found.every(({ isOpen }) => !isOpen))
    }
  }
}

/** Runs an inline module that was sent with a type that no browser runs. */
function run({ textContent }: Element): void {
  // React looks for them; the styles are in the page.
  restoreLinks('stylesheet', 'disabled')
  const script = document.createElement('script')
  script.type = 'module'
  script.textContent = textContent
  document.head.append(script)
}

/** Gives links the relation that they were sent without, and the attribute that only a link with it may have. */
function restoreLinks(rel: string, name?: string, value = ''): void {
  for (const link of document.querySelectorAll(`link[rel=late-${rel}]`)) {
    if (name) link.setAttribute(name, value)
    link.setAttribute('rel', rel)
  }
}

function isHydrated(): boolean {
  return document.documentElement.dataset['hydrated'] !== undefined
}

function closest(event: Event, selector: string): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null
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

/** The text of the script. */
export const pageScript = `(()=>{${[skipViewTransition, run, restoreLinks, isHydrated, closest, afterLoad].map(String).join('\n')}
${[startPainted, startLate, followChoices, showNote, fillLive].map((part) => `(${String(part)})();`).join('\n')}})();`
