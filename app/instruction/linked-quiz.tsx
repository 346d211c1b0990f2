import type { OwnInstruction } from '../../contracts/instruction.ts'
import { ErrorLinks, ErrorSummary } from '../forms/error-summary.tsx'
import { Field } from '../forms/field.tsx'
import { useTranslate } from '../i18n/messages.ts'
import type { Answered } from './answer-linked.server.ts'
import { Begin, Standing } from './quiz.tsx'
import { QuizForm } from './quiz-form.tsx'

interface LinkedQuizProps {
  own: OwnInstruction
  sections: { name: string; title: string }[]
  answered: Answered | undefined
}

/** The part after reading for a member with a mailed link: forms that the server answers. */
export function LinkedQuiz({ own, sections, answered }: LinkedQuizProps) {
  const t = useTranslate()
  const refusal = answered?.step === 'refused' ? answered.refusal : null
  return (
    <section aria-labelledby="quiz-title">
      <h2 id="quiz-title">{t(own.attempt ? 'instruction_questions' : 'instruction_quiz')}</h2>
      {own.attempt ? (
        <QuizForm
          attempt={own.attempt}
          refusal={refusal}
          answered={answered?.step === 'missing' ? answered : undefined}
        />
      ) : (
        <>
          <Standing own={own} sections={sections} />
          {refusal && (
            <div className="notice error" role="alert">
              <p>{refusal}</p>
            </div>
          )}
          <form method="post" className="instruction-begin">
            <input type="hidden" name="do" value="begin" />
            <Begin own={own} isBusy={false} />
          </form>
        </>
      )}
    </section>
  )
}

/** The answer of the server is shown where the form was, below a long text. */
const askId = 'by-link'

/** Asks for the address to which the link to the questions is mailed. */
export function AskLink({ answered, isOver }: { answered: Answered | undefined; isOver?: boolean }) {
  const t = useTranslate()
  if (answered?.step === 'sent')
    return (
      <div className="notice success" role="status" id={askId}>
        <p>{t('instruction_sent')}</p>
      </div>
    )
  const ask = answered?.step === 'ask' ? answered : null
  const refusal = answered?.step === 'refused' ? answered.refusal : null
  return (
    <form method="post" action={`#${askId}`} noValidate className="instruction-ask" id={askId}>
      {isOver && <p className="notice">{t('instruction_link_over')}</p>}
      {(ask || refusal) && (
        <ErrorSummary title={t('form_error_title')} about={answered}>
          {refusal ? (
            <p>{refusal}</p>
          ) : (
            <ErrorLinks form="instruction" errors={{ email: 'instruction_email_error' }} />
          )}
        </ErrorSummary>
      )}
      <p>{t('instruction_by_link')}</p>
      <input type="hidden" name="do" value="ask" />
      <Field
        form="instruction"
        name="email"
        label={t('guest_email')}
        error={ask && t('instruction_email_error')}
      >
        {(control) => (
          <input {...control} type="email" autoComplete="email" defaultValue={ask?.email} required />
        )}
      </Field>
      <button type="submit" className="button">
        {t('guest_ask')}
      </button>
    </form>
  )
}
