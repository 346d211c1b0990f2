import { monthName } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { languageLabel } from '../i18n/spoken-language.ts'
import { type EventFilter, eventsAt, kinds, languages, noFilter } from './event-filter.ts'
import { kindLabel } from './event-words.ts'

interface Props {
  filter: EventFilter
  months: string[]
  /** Labels by key, of the topics and grades that can be chosen. */
  topics: Record<string, string>
  grades: Record<string, string>
}

/** Filters as links: each acts at once, has an address and works without JavaScript. */
export function Filters({ filter, months, topics, grades }: Props) {
  const locale = useLocale()
  const t = useTranslate()
  const { month, grade, language, free, view } = filter
  // A month is always shown as one month; its links stand beside its name.
  const hasMonths = view === 'list'
  const isOpen = Boolean((hasMonths && month) || grade || language || free)
  return (
    <nav className="event-filter" aria-label={t('events_filter')}>
      <Row name="topic" filter={filter} choices={Object.entries(topics)} />
      <Row name="kind" filter={filter} choices={kinds.map((kind) => [kind, t(kindLabel[kind])])} />
      <details open={isOpen}>
        <summary>{t('events_filter_more')}</summary>
        {hasMonths && (
          <Row name="month" filter={filter} choices={months.map((each) => [each, monthName(each, locale)])} />
        )}
        <Row name="grade" filter={filter} choices={Object.entries(grades)} />
        <Row
          name="language"
          filter={filter}
          choices={languages.map((each) => [each, t(languageLabel[each])])}
        />
        <Row name="free" filter={filter} choices={[['1', t('events_filter_free')]]} />
      </details>
    </nav>
  )
}

interface RowProps {
  name: Exclude<keyof EventFilter, 'view'>
  filter: EventFilter
  choices: (readonly [value: string, text: string])[]
}

/** The values of one filter, with all of them first; nothing where there is none. */
function Row({ name, filter, choices }: RowProps) {
  const locale = useLocale()
  const t = useTranslate()
  if (choices.length === 0) return null
  const chosen = name === 'free' ? (filter.free ? '1' : '') : filter[name]
  return (
    <div className="filter-row" role="group" aria-labelledby={`filter-${name}`}>
      <p id={`filter-${name}`}>{t(filterLabel(name))}</p>
      <ul>
        {[['', t('events_filter_all')] as const, ...choices].map(([value, text]) => (
          <li key={value}>
            <a
              href={eventsAt(locale, { ...filter, [name]: name === 'free' ? value === '1' : value })}
              aria-current={value === chosen ? 'true' : undefined}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function filterLabel(name: keyof EventFilter) {
  return name === 'free' ? 'events_filter_seats' : (`events_filter_${name}` as const)
}

export function ClearLink({ filter: { view } }: { filter: EventFilter }) {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <a className="button quiet" href={eventsAt(locale, { ...noFilter, view })}>
      {t('events_filter_clear')}
    </a>
  )
}
