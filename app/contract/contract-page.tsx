import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { DeclarationRow } from '../../formats/declaration-text.ts'
import { ErrorLinks, ErrorSummary } from '../forms/error-summary.tsx'
import { Field } from '../forms/field.tsx'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import type { Answered } from './declare.server.ts'
import '../ui/confirm-dialog.css'
import './contract.css'

/** The attributes of a field: its error, and what was typed last. */
export type TextOf = (name: string) => {
  form: string
  name: string
  error: string | undefined
  defaultValue: string
}

interface ContractPageProps {
  /** Prefix of the ids of the fields. */
  id: string
  title: MessageKey
  lead: ReactNode
  /** Says where people go who want something else. */
  beside: ReactNode
  answered: Answered | undefined
  /** The fields of the form. */
  fields: (text: TextOf) => ReactNode
  /** Labels the button of the first step, which sends nothing. Without it the form itself sends the declaration. */
  next?: MessageKey
  /** Identifies one declaration, so that pressing the button twice sends it once. */
  formKey?: string
  /** Labels the button that sends the declaration, in the words of the law. */
  declare: MessageKey
}

/**
 * Shows the form of a declaration. With `formKey` its button sends the declaration; without it, a second step repeats
 * everything above that button. Each answer is a whole document, with and without JavaScript.
 */
export function ContractPage(props: ContractPageProps) {
  const { title, lead, beside, answered } = props
  const t = useTranslate()
  return (
    <main id="content" className="page onboarding contract">
      <h1>{t(title)}</h1>
      {answered?.step === 'confirm' ? (
        <Confirm {...props} answered={answered} />
      ) : (
        <div className="onboarding-columns">
          <div className="onboarding-form">
            <p className="lead">{lead}</p>
            <FirstStep {...props} answered={answered} />
          </div>
          <aside className="choice-block contract-beside" aria-label={t('contract_beside')}>
            {beside}
          </aside>
        </div>
      )}
    </main>
  )
}

type Step<Name extends Answered['step']> = Extract<Answered, { step: Name }>

function FirstStep({
  id,
  answered,
  fields,
  next,
  formKey,
  declare,
}: Omit<ContractPageProps, 'answered'> & { answered: Step<'form'> | undefined }) {
  const t = useTranslate()
  const errors = answered?.errors ?? {}
  const text: TextOf = (name) => ({
    form: id,
    name,
    error: errors[name] && t(errors[name]),
    defaultValue: answered?.typed[name] ?? '',
  })
  const isRefused = answered?.refusal !== undefined || Object.keys(errors).length > 0
  const refusal = answered?.refusal === '' ? t('contract_failed') : answered?.refusal
  return (
    <Form method="post" reloadDocument noValidate>
      {isRefused && (
        <ErrorSummary title={t('form_error_title')} about={answered} level={2}>
          {refusal ? <p>{refusal}</p> : <ErrorLinks form={id} errors={errors} />}
        </ErrorSummary>
      )}
      {fields(text)}
      {formKey && <DeclareInputs formKey={formKey} />}
      <NextButton isLast={!next}>{t(next ?? declare)}</NextButton>
      {next && <p className="hint">{t('contract_next_hint')}</p>}
    </Form>
  )
}

function Confirm({ declare, answered }: Pick<ContractPageProps, 'declare'> & { answered: Step<'confirm'> }) {
  const t = useTranslate()
  const { typed, rows, key } = answered
  const hidden = Object.entries(typed).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
  return (
    <div className="contract-sheet">
      <p className="lead">{t('contract_confirm_lead')}</p>
      <DeclarationRows rows={rows} />
      <Form method="post" reloadDocument>
        {hidden}
        <DeclareInputs formKey={key} />
        <NextButton isLast>{t(declare)}</NextButton>
      </Form>
      <Form method="post" reloadDocument>
        {hidden}
        <input type="hidden" name="do" value="change" />
        <button type="submit" className="button quiet">
          {t('contract_change')}
        </button>
      </Form>
    </div>
  )
}

function DeclareInputs({ formKey }: { formKey: string }) {
  return (
    <>
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="do" value="declare" />
    </>
  )
}

/** The last one ends a contract, so it looks like every button that takes something away. */
function NextButton({ isLast, children }: { isLast: boolean; children: ReactNode }) {
  return (
    <button type="submit" className={`button next${isLast ? ' destructive' : ''}`}>
      {children}
    </button>
  )
}

/** What is declared, as on a form of paper. */
export function DeclarationRows({ rows }: { rows: DeclarationRow[] }) {
  return (
    <dl className="fact-rows">
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The fields that both declarations ask for. */
export function SharedFields({ text, before }: { text: TextOf; before?: ReactNode }) {
  const t = useTranslate()
  return (
    <>
      <TextField {...text('name')} label={t('contract_name')} autoComplete="name" />
      <TextField
        {...text('contract')}
        label={t('contract_contract')}
        help={t('contract_contract_help')}
        autoComplete="off"
      />
      {before}
      <TextField
        {...text('email')}
        type="email"
        label={t('contract_email')}
        help={t('contract_email_help')}
        autoComplete="email"
      />
    </>
  )
}

interface TextFieldProps extends ReturnType<TextOf> {
  label: string
  help?: string
  type?: 'text' | 'email'
  autoComplete: string
}

/** One line of text with its label. */
function TextField({ form, name, label, help, error, ...input }: TextFieldProps) {
  return (
    <Field form={form} name={name} label={label} help={help} error={error}>
      {(control) => <input type="text" {...input} {...control} />}
    </Field>
  )
}
