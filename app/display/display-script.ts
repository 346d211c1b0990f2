/**
 * Keeps the screen in the hall up to date by itself: asks for the page again every five seconds and puts in what it
 * shows; says so when that fails; starts anew when the site was updated. Sent as its own text, so it stands alone.
 */
export function displayScript(): void {
  const everyMs = 5000
  const stale = document.querySelector<HTMLElement>('.display-stale')
  let last = new Date()

  async function update(): Promise<void> {
    try {
      const answer = await fetch(location.href, { cache: 'no-store', signal: AbortSignal.timeout(everyMs) })
      if (!answer.ok) throw new Error(String(answer.status))
      const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
      if (next.documentElement.dataset['build'] !== document.documentElement.dataset['build']) {
        location.reload()
        return
      }
      const [shown, fresh] = [document.querySelector('main'), next.querySelector('main')]
      if (shown && fresh && shown.innerHTML !== fresh.innerHTML) shown.replaceWith(fresh)
      last = new Date()
      if (stale) stale.hidden = true
    } catch {
      const time = stale?.querySelector('time')
      if (time)
        time.textContent = last.toLocaleTimeString(document.documentElement.lang, { timeStyle: 'short' })
      if (stale) stale.hidden = false
    }
    setTimeout(() => void update(), everyMs)
  }
  setTimeout(() => void update(), everyMs)
}
