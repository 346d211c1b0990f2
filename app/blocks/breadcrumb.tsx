import { useTranslate } from '../i18n/messages.ts'

/** The path from the home page to this page; the page itself is last and not a link. */
export function Breadcrumb({ steps, here }: { steps: { label: string; href: string }[]; here: string }) {
  const t = useTranslate()
  return (
    <nav className="breadcrumb" aria-label={t('block_breadcrumb')}>
      <ol>
        {steps.map(({ label, href }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  )
}
