/**
 * Keeps the wall display up to date: fetches the page every five seconds and replaces its content, says when that
 * fails, and reloads after a deployment. Equipment that does not fit is shown in turns. The page inlines its source
 * text, so it uses nothing from outside.
 */
export function displayScript(): void {
  const everyMs = 5000
  /** Updates per turn. */
  const updatesPerTurn = 2
  const stale = document.querySelector<HTMLElement>('.display-stale')
  let last = new Date()
  let main = document.querySelector('main')
  let shown = main?.innerHTML
  let first = 0
  let beyond = 0
  /** Items that fit at once; all turns get about the same number. */
  let room = 1
  let updates = 0

  /** Shows the items that fit, from `first` on. A phone scrolls instead. */
  function fit(): void {
    const machines = [...(main?.querySelectorAll('li') ?? [])]
    const turns = main?.querySelector<HTMLElement>('.display-turns')
    for (const machine of machines) machine.hidden = false
    if (turns) turns.hidden = true
    if (!turns || innerWidth <= 640 || !overflows()) return
    turns.hidden = false
    if (first >= machines.length) first = 0
    machines.slice(0, first).forEach(hide)
    beyond = machines.length
    while (beyond > first + 1 && overflows()) hide(machines[--beyond])
    room = Math.max(room, beyond - first)
    const each = Math.ceil(machines.length / Math.ceil(machines.length / room))
    while (beyond > first + each) hide(machines[--beyond])
    turns.textContent = `${first + 1}–${beyond} / ${machines.length}`
  }

  function hide(machine: HTMLElement | undefined): void {
    if (machine) machine.hidden = true
  }

  function overflows(): boolean {
    return document.documentElement.scrollHeight > innerHeight
  }

  async function update(): Promise<void> {
    updates += 1
    if (updates % updatesPerTurn === 0) first = beyond
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
    fit()
    setTimeout(() => void update(), everyMs)
  }
  addEventListener('resize', () => {
    room = 1
    fit()
  })
  void document.fonts.ready.then(fit)
  fit()
  setTimeout(() => void update(), everyMs)
}
