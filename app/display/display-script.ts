/**
 * Keeps the wall display up to date: fetches the page every five seconds and replaces its content, says when that
 * fails, and reloads after a deployment. Equipment that does not fit is shown in turns. It uses nothing
 * from outside but the turns, because the page inlines its source text.
 */
function keepUpToDate(): void {
  const everyMs = 5000
  /** Updates per turn. */
  const updatesPerTurn = 2
  const turns = createTurns()
  const stale = document.querySelector<HTMLElement>('.display-stale')
  let last = new Date()
  let main = document.querySelector('main')
  let shown = main?.innerHTML
  let updates = 0

  async function update(): Promise<void> {
    updates += 1
    if (updates % updatesPerTurn === 0) turns.next()
    try {
      const response = await fetch(location.href, { cache: 'no-store', signal: AbortSignal.timeout(everyMs) })
      if (!response.ok) throw new Error(String(response.status))
      const next = new DOMParser().parseFromString(await response.text(), 'text/html')
      if (next.documentElement.dataset['build'] !== document.documentElement.dataset['build']) {
        location.reload()
        return
      }
      const fresh = next.querySelector('main')
      if (main && fresh && fresh.innerHTML !== shown) {
        shown = fresh.innerHTML
        main.replaceWith(fresh)
        main = fresh
      }
      last = new Date()
      if (stale) stale.hidden = true
    } catch {
      const time = stale?.querySelector('time')
      if (time)
        time.textContent = last.toLocaleTimeString(document.documentElement.lang, { timeStyle: 'short' })
      if (stale) stale.hidden = false
    }
    turns.fit()
    setTimeout(() => void update(), everyMs)
  }
  addEventListener('resize', turns.refit)
  void document.fonts.ready.then(turns.fit)
  turns.fit()
  setTimeout(() => void update(), everyMs)
}

/**
 * Shows as many items of the wall display as fit at once, and the others in turns. It uses nothing
 * from outside.
 */
function createTurns() {
  let first = 0
  let beyond = 0
  /** Items that fit at once; all turns get about the same number. */
  let room = 1

  /** Shows the items that fit, from `first` on. A phone scrolls instead. */
  function fit(): void {
    const items = [...document.querySelectorAll<HTMLElement>('main li')]
    const turns = document.querySelector<HTMLElement>('main .display-turns')
    for (const item of items) item.hidden = false
    if (turns) turns.hidden = true
    if (!turns || innerWidth < 640 || !overflows()) return
    turns.hidden = false
    if (first >= items.length) first = 0
    items.slice(0, first).forEach(hide)
    beyond = items.length
    while (beyond > first + 1 && overflows()) hide(items[--beyond])
    room = Math.max(room, beyond - first)
    const each = Math.ceil(items.length / Math.ceil(items.length / room))
    while (beyond > first + each) hide(items[--beyond])
    turns.textContent = `${first + 1}–${beyond} / ${items.length}`
  }

  function hide(item: HTMLElement | undefined): void {
    if (item) item.hidden = true
  }

  function overflows(): boolean {
    return document.documentElement.scrollHeight > innerHeight
  }

  return {
    fit,
    /** Fits the items to a new size of the window. */
    refit(): void {
      room = 1
      fit()
    },
    /** Goes to the next turn, which the next `fit` shows. */
    next(): void {
      first = beyond
    },
  }
}

/** The text of the script. */
export const displayScript = `(()=>{${String(createTurns)}
(${String(keepUpToDate)})()})()`
