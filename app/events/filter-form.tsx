import { useLocale } from '../i18n/locale.ts'
import { Field } from '../forms/field.tsx'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { type EventFilter, eventsAt, isFiltered, kinds, languages, noFilter } from './event-filter.ts'
import { kindLabel, languageLabel } from './event-words.ts'
import { monthName } from '../i18n/format.ts'

interface Props {
  filter: EventFilter
  /** The shown month, chosen or not. */
  month: string
  months: string[]
  grades: Record<string, string>
}

/** A plain form: it works without JavaScript and each filter has an address. */
export function FilterForm({ filter, month, months, grades }: Props) {
  const locale = useLocale()
  const t = useTranslate()
  const choices = [
    ['kind', filter.kind, kinds.map((kind) => [kind, t(kindLabel[kind])])],
    ['month', month, months.map((each) => [each, monthName(each, locale)])],
    ['grade', filter.grade, Object.entries(grades)],
    ['language', filter.language, languages.map((each) => [each, t(languageLabel[each])])],
  ] as const
  return (
    <form
      className="event-filter"
      action={paths.page(locale, 'events')}
      role="search"
      aria-label={t('events_filter')}
    >
      {choices.map(([name, value, options]) => (
        <Field key={name} form="filter" name={name} label={t(`events_filter_${name}`)}>
          {(control) => (
            <select {...control} defaultValue={value}>
              <option value="">{t('events_filter_all')}</option>
              {options.map(([key, text]) => (
                <option key={key} value={key}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
      ))}
      <p className="check">
        <label>
          <input type="checkbox" name="free" value="1" defaultChecked={filter.free} />{' '}
          {t('events_filter_free')}
        </label>
      </p>
      {filter.view === 'month' && <input type="hidden" name="view" value="month" />}
      <p className="actions">
        <button type="submit" className="button">
          {t('events_filter_submit')}
        </button>
        {isFiltered(filter) && <ClearLink filter={filter} />}
      </p>
    </form>
  )
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
