/**
 * Shows as many items of the wall display as fit at once, and the others in turns. The page inlines its source text, so
 * it uses nothing from outside.
 */
export function displayTurns() {
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
    if (!turns || innerWidth <= 640 || !overflows()) return
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
