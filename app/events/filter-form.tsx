import { entryOf } from '../blocks/page-data.tsx'
import { useLocale } from '../i18n/locale.ts'
import { Field } from '../forms/field.tsx'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { kindLabel, languageLabel } from './event-entry.ts'
import { type EventFilter, isFiltered, filterQuery, kinds, languages, noFilter } from './event-filter.ts'
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
  const label = (of: 'kind' | 'month' | 'language' | 'grade') => t(`events_filter_${of}`)
  return (
    <form
      className="event-filter"
      action={paths.events(locale)}
      role="search"
      aria-label={t('events_filter')}
    >
      <Choice
        name="kind"
        label={label('kind')}
        value={filter.kind}
        options={kinds.map((kind) => [kind, t(kindLabel[kind])])}
      />
      <Choice
        name="month"
        label={label('month')}
        value={month}
        options={months.map((each) => [each, monthName(each, locale)])}
      />
      <Choice
        name="grade"
        label={label('grade')}
        value={filter.grade}
        options={Object.keys(grades).map((grade) => [grade, entryOf(grades, grade) ?? grade])}
      />
      <Choice
        name="language"
        label={label('language')}
        value={filter.language}
        options={languages.map((language) => [language, t(languageLabel[language])])}
      />
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
        {isFiltered(filter) && (
          <a
            className="button quiet"
            href={paths.events(locale) + filterQuery({ ...noFilter, view: filter.view })}
          >
            {t('events_filter_clear')}
          </a>
        )}
      </p>
    </form>
  )
}

interface ChoiceProps {
  name: string
  label: string
  value: string
  options: [string, string][]
}

function Choice({ name, label, value, options }: ChoiceProps) {
  const t = useTranslate()
  return (
    <Field form="filter" name={name} label={label}>
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
  )
}
