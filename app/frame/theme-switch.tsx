import { useTranslate } from '../i18n/messages.ts'

const themes = ['system', 'light', 'dark'] as const

/** Chooses the light, the dark or the system's theme; the page script applies and stores it (`page-script.ts`). */
export function ThemeSwitch({ place }: { place: 'menu' | 'footer' }) {
  const t = useTranslate()
  const id = `theme-${place}`
  return (
    <div className="theme-switch">
      <label htmlFor={id}>{t('site_theme')}</label>
      <select id={id} data-theme-switch="">
        {themes.map((each) => (
          <option key={each} value={each}>
            {t(`site_theme_${each}`)}
          </option>
        ))}
      </select>
    </div>
  )
}
