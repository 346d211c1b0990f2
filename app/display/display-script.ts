import type { displayTurns } from './display-turns.ts'

/**
 * Keeps the wall display up to date: fetches the page every five seconds and replaces its content, says when that
 * fails, and reloads after a deployment. Equipment that does not fit is shown in turns. The page inlines its source
 * text with that of the turns, so it uses nothing from outside but its argument.
 */
export function displayScript(createTurns: typeof displayTurns): void {
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
      const answer = await fetch(location.href, { cache: 'no-store', signal: AbortSignal.timeout(everyMs) })
      if (!answer.ok) throw new Error(String(answer.status))
      const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
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
