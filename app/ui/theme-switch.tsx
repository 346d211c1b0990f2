import { useId, useSyncExternalStore } from 'react'
import { useTranslate } from '../i18n/messages.ts'

const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

/** Light, dark or as the system has it; the frame script applies the choice before the page is painted. */
export function ThemeSwitch() {
  const t = useTranslate()
  const id = useId()
  const theme = useSyncExternalStore(subscribe, currentTheme, () => 'system' as const)
  return (
    <div className="theme-switch">
      <label htmlFor={id}>{t('site_theme')}</label>
      <select id={id} value={theme} onChange={(event) => choose(event.target.value as Theme)}>
        {themes.map((each) => (
          <option key={each} value={each}>
            {t(`site_theme_${each}`)}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Menu and footer have a switch each: both show the same choice. */
const listeners = new Set<() => void>()
let current: Theme | null = null

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function currentTheme(): Theme {
  current ??= storedTheme()
  return current
}

function choose(theme: Theme): void {
  current = theme
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  store(theme)
  for (const listener of listeners) listener()
}

/** A browser that keeps nothing for us throws when it is asked: then the choice lasts until the page is left. */
function storedTheme(): Theme {
  try {
    return themes.find((each) => each === localStorage.getItem('theme')) ?? 'system'
  } catch {
    return 'system'
  }
}

function store(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem('theme')
    else localStorage.setItem('theme', theme)
  } catch {
    // See storedTheme.
  }
}
