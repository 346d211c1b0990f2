import type { MachineContent } from '../../contracts/story.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { Link } from '../shell/link.tsx'
import { MachineDetails } from './machine-details.tsx'
import { usePage } from './page-context.ts'
import { Picture } from './picture.tsx'
import { SheetFrame } from './sheet-frame.tsx'

interface MachineSheetProps {
  machine: MachineContent
  title: string
}

/** A machine as a drawing sheet: the drawing, its parts list by the callouts' numbers, and the title block. */
export function MachineSheet({ machine, title }: MachineSheetProps) {
  const { summary, drawing, facts, machine_type: type, body } = machine
  const { labels, resource } = usePage()
  const locale = useLocale()
  const t = useTranslate()
  const details = body.find((block) => block.component === 'machine-details' && 'resource' in block)
  return (
    <>
      <nav className="breadcrumb" aria-label={t('site_breadcrumb')}>
        <Link to={paths.machines(locale)}>{t('site_machine_all')}</Link>
      </nav>
      <header className="machine-head">
        <h1>{title}</h1>
        {summary && <p className="lead">{summary}</p>}
      </header>
      <section className="machine-sheet sheet">
        <SheetFrame />
        {drawing && (
          <figure className="machine-drawing">
            <Picture asset={drawing} eager />
          </figure>
        )}
        <div className="machine-block">
          {facts.length > 0 && <PartsList facts={facts} />}
          <dl className="title-rows">
            <div>
              <dt>{t('site_machine_name')}</dt>
              <dd>{title}</dd>
            </div>
            <div>
              <dt>{t('site_machine_type')}</dt>
              <dd>{labels[type] ?? type}</dd>
            </div>
          </dl>
          {details && <MachineDetails block={details} />}
          {!details && resource !== null && (
            <p className="actions">
              <Link className="button" to={paths.booking(locale, resource)}>
                {t('site_machine_book')}
              </Link>
            </p>
          )}
        </div>
      </section>
    </>
  )
}

/** The numbers are those of the drawing's callouts. */
function PartsList({ facts }: { facts: MachineContent['facts'] }) {
  const t = useTranslate()
  return (
    <table className="parts">
      <caption>{t('site_machine_parts')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('site_machine_part_number')}</th>
          <th scope="col">{t('site_machine_part')}</th>
          <th scope="col">{t('site_machine_value')}</th>
        </tr>
      </thead>
      <tbody>
        {facts.map(({ number, label, value }, index) => (
          <tr key={`${number}-${index}`}>
            <td>
              <span className="callout">{number}</span>
            </td>
            <th scope="row">{label}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
