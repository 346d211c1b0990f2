import { type FormEvent, useState } from 'react'
import type { AttemptAnswers, InstructionAttempt } from '../../contracts/instruction.ts'
import { confirmation } from '../../contracts/instruction-texts.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { WriteFailed } from '../live/loaded.tsx'
import { confirmed } from './confirmed.ts'

interface QuizFormProps {
  attempt: InstructionAttempt
  isBusy?: boolean
  /** Why the answers were not judged. */
  refusal: string | null
  /** Sends the answers; without it the browser sends the form, and `answered` is what the server found. */
  send?: (answers: AttemptAnswers & { id: number }) => void
  answered?: { missing: string[]; chosen: Record<string, string[]> } | undefined
}

type Question = InstructionAttempt['questions'][number]

/** The questions as one form. What is missing is named above it and at its question; chosen answers stay. */
export function QuizForm({
  attempt: { id, questions },
  isBusy = false,
  refusal,
  send,
  answered,
}: QuizFormProps) {
  const t = useTranslate()
  const locale = useLocale()
  const [missing, setMissing] = useState(answered?.missing ?? [])
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (!send) return
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const open = [...questions.map((each) => each.id), confirmed].filter((name) => !form.has(name))
    setMissing(open)
    if (open.length > 0 || isBusy) return
    const answers = questions.map(({ id: question }) => ({
      question,
      options: form.getAll(question).map(String),
    }))
    send({ id, answers, confirmed: true })
  }
  return (
    <form className="quiz" method="post" noValidate onSubmit={onSubmit}>
      <input type="hidden" name="do" value="finish" />
      <input type="hidden" name="attempt" value={id} />
      {missing.length > 0 && (
        <ErrorSummary title={t('instruction_missing')} about={missing}>
          <ul>
            {missing.map((name) => (
              <li key={name}>
                <a href={`#${firstOf(name, questions)}`}>{nameOf(name)}</a>
              </li>
            ))}
          </ul>
        </ErrorSummary>
      )}
      {questions.map((question, index) => (
        <QuestionFields
          key={question.id}
          question={question}
          number={index + 1}
          isMissing={missing.includes(question.id)}
          chosen={answered?.chosen[question.id] ?? []}
        />
      ))}
      <fieldset aria-describedby={missing.includes(confirmed) ? 'quiz-Confirmed-error' : undefined}>
        <legend>{t('instruction_confirm')}</legend>
        <Choice
          type="checkbox"
          name={confirmed}
          value="yes"
          text={confirmation[locale]}
          isChosen={answered !== undefined && !missing.includes(confirmed)}
        />
        {missing.includes(confirmed) && (
          <p id="quiz-Confirmed-error" className="error">
            {t('instruction_confirm_missing')}
          </p>
        )}
      </fieldset>
      <div role="alert">{refusal && <WriteFailed title={t('instruction_failed')} text={refusal} />}</div>
      <SubmitButton isBusy={isBusy}>{t('instruction_send')}</SubmitButton>
    </form>
  )

  function nameOf(name: string): string {
    if (name === confirmed) return t('instruction_confirm')
    return t('instruction_question', { number: questions.findIndex((each) => each.id === name) + 1 })
  }
}

interface QuestionFieldsProps {
  question: Question
  /** From 1. */
  number: number
  isMissing: boolean
  /** Ids of the options that are chosen already. */
  chosen: string[]
}

function QuestionFields({ question, number, isMissing, chosen }: QuestionFieldsProps) {
  const t = useTranslate()
  const { id, text, several, options } = question
  return (
    <fieldset aria-describedby={isMissing ? `quiz-${id}-error` : undefined}>
      <legend>
        <span className="quiz-number">{number}</span> {text}
      </legend>
      {several && <p className="hint">{t('instruction_several')}</p>}
      {isMissing && (
        <p id={`quiz-${id}-error`} className="error">
          {t('instruction_answer_missing')}
        </p>
      )}
      {options.map((option) => (
        <Choice
          key={option.id}
          type={several ? 'checkbox' : 'radio'}
          name={id}
          value={option.id}
          text={option.text}
          isChosen={chosen.includes(option.id)}
        />
      ))}
    </fieldset>
  )
}

function Choice({
  type,
  name,
  value,
  text,
  isChosen,
}: Record<'type' | 'name' | 'value' | 'text', string> & { isChosen: boolean }) {
  return (
    <label className="quiz-choice">
      <input type={type} id={controlOf(name, value)} name={name} value={value} defaultChecked={isChosen} />
      <span>{text}</span>
    </label>
  )
}

const controlOf = (name: string, value: string) => `quiz-${name}-${value}`

/** Id of the first control of a question, or of the confirmation. */
function firstOf(name: string, questions: Question[]): string {
  return controlOf(name, questions.find(({ id }) => id === name)?.options[0]?.id ?? 'yes')
}
