import { cardKey, type KeptCard } from '../live/kept-card.ts'

/**
 * Applies the chosen theme, shows the stored member card, and loads the page that was asked for as soon as the server
 * answers. The page inlines its source text, so it uses nothing from outside.
 * @param key of the card in the local storage
 */
function showOffline(key: string): void {
  const everyMs = 5000
  const read = (name: string) => {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  }
  const theme = read('theme')
  if (theme) document.documentElement.dataset['theme'] = theme
  showCard(read(key))

  // The page has an address of its own as well, which leads nowhere.
  const isOwn = /^(\/en)?\/offline\/?$/.test(location.pathname)
  const again = () =>
    isOwn ? location.assign(document.documentElement.lang === 'en' ? '/en' : '/') : location.reload()
  document.querySelector('button')?.addEventListener('click', again)
  if (isOwn) return
  addEventListener('online', () => void tryAgain())
  setInterval(() => void tryAgain(), everyMs)

  async function tryAgain(): Promise<void> {
    if (document.visibilityState !== 'visible') return
    const isThere = await fetch('/health', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) again()
  }

  function showCard(text: string | null): void {
    const section = document.querySelector<HTMLElement>('[data-card]')
    if (!section || !text) return
    const { name, number, state, locale, code } = JSON.parse(text) as KeptCard
    for (const [field, value] of Object.entries({ name, number, state })) {
      const place = section.querySelector(`[data-field=${field}]`)
      if (place) place.textContent = value
    }
    section.querySelector('[data-field=state]')?.setAttribute('lang', locale)
    const drawing = section.querySelector('svg')
    drawing?.setAttribute('viewBox', `0 0 ${code.size} ${code.size}`)
    drawing?.querySelector('path')?.setAttribute('d', code.path)
    section.hidden = false
  }
}

/** The text of the script. */
export const offlineScript = `(${String(showOffline)})(${JSON.stringify(cardKey)});`
