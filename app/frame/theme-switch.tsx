import { useTranslate } from '../i18n/messages.ts'

const themes = ['system', 'light', 'dark'] as const

/**
 * Chooses the light, the dark or the system's theme; the page script applies and stores it (`page-script.ts`). In the
 * header an icon lies over the list.
 */
export function ThemeSwitch({ place }: { place: 'header' | 'menu' | 'footer' }) {
  const t = useTranslate()
  const id = `theme-${place}`
  return (
    <div className={`theme-switch ${place}`}>
      <label htmlFor={id}>{t('site_theme')}</label>
      <select id={id} data-theme-switch="">
        {themes.map((each) => (
          <option key={each} value={each}>
            {t(`site_theme_${each}`)}
          </option>
        ))}
      </select>
      {place === 'header' && (
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <circle cx="12" cy="12" r="8" />
          <path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor" />
        </svg>
      )}
    </div>
  )
}
