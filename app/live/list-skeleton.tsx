import { useTranslate } from '../i18n/messages.ts'

/** Rows as high as the list to come; screen readers hear that it loads. */
export function ListSkeleton({ rows = 3 }: { rows?: number }) {
  const t = useTranslate()
  return (
    <div className="me-skeleton" aria-busy="true">
      <span className="visually-hidden">{t('me_loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} aria-hidden="true" />
      ))}
    </div>
  )
}
