import { useId, useState, useSyncExternalStore } from 'react'
import { useTranslate } from '../i18n/messages.ts'

const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

/** Light, dark or as the system has it; the frame script applies the choice before the page is painted. */
export function ThemeSwitch() {
  const t = useTranslate()
  const id = useId()
  const [chosen, setChosen] = useState<Theme | null>(null)
  const stored = useSyncExternalStore(subscribeNothing, storedTheme, () => 'system' as const)
  const theme = chosen ?? stored

  const choose = (value: Theme) => {
    setChosen(value)
    if (value === 'system') {
      localStorage.removeItem('theme')
      delete document.documentElement.dataset['theme']
    } else {
      localStorage.setItem('theme', value)
      document.documentElement.dataset['theme'] = value
    }
  }
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

const subscribeNothing = () => () => {}

function storedTheme(): Theme {
  return themes.find((each) => each === localStorage.getItem('theme')) ?? 'system'
}
