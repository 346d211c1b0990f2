import type { ReactNode } from 'react'
import { Field } from '../forms/field.tsx'
import { useTranslate } from '../i18n/messages.ts'
import { SharedFields, type TextOf } from './contract-page.tsx'

/** The fields that cancel a contract: how, who, which, when, and where the confirmation goes. */
export function CancelFields({ text }: { text: TextOf }) {
  const t = useTranslate()
  const reason = text('reason')
  return (
    <>
      <Choice
        text={text}
        name="manner"
        legend={t('contract_manner')}
        options={[
          { value: 'ordinary', label: t('contract_manner_ordinary') },
          { value: 'cause', label: t('contract_manner_cause') },
        ]}
      >
        <div className="only-cause">
          <Field form={reason.form} name="reason" label={t('contract_reason')} error={reason.error}>
            {(control) => (
              <textarea {...control} rows={4} maxLength={2000} defaultValue={reason.defaultValue} />
            )}
          </Field>
        </div>
      </Choice>
      <SharedFields
        text={text}
        before={
          <Choice
            text={text}
            name="ends"
            legend={t('contract_ends')}
            options={[
              { value: 'earliest', label: t('contract_ends_earliest') },
              { value: 'day', label: t('contract_ends_day') },
            ]}
          >
            <div className="only-day">
              <Field {...text('day')} label={t('contract_day')}>
                {(control) => <input type="date" {...control} defaultValue={text('day').defaultValue} />}
              </Field>
            </div>
          </Choice>
        }
      />
    </>
  )
}

interface ChoiceProps {
  text: TextOf
  name: string
  legend: string
  /** The first one is chosen until somebody chooses another. */
  options: [{ value: string; label: string }, { value: string; label: string }]
  children: ReactNode
}

/** One of two, with what the second one asks for. */
function Choice({ text, name, legend, options, children }: ChoiceProps) {
  const { form, error, defaultValue } = text(name)
  const chosen = defaultValue || options[0].value
  const id = `${form}-${name}`
  return (
    <fieldset className="contract-choice" aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{legend}</legend>
      <div className="segments">
        {options.map(({ value, label }, index) => (
          <label key={value}>
            <input
              type="radio"
              id={index === 0 ? id : undefined}
              name={name}
              value={value}
              defaultChecked={value === chosen}
            />
            {label}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
      {children}
    </fieldset>
  )
}
