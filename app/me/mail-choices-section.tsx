import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { errorMessage } from '../../clients/store-error.ts'
import type { MailChoices, MailTopic } from '../../contracts/mail-kinds.ts'
import { SubmitButton } from '../forms/submit-button.tsx'
import { useTranslate } from '../i18n/messages.ts'
import { Loaded, WriteFailed } from '../live/loaded.tsx'
import { useBackend } from './use-backend.ts'

const topics = ['bookings', 'reminders', 'waitlist'] as const satisfies readonly MailTopic[]

/** Which mails the member gets. */
export function MailChoicesSection() {
  const { backend, memberId, options } = useBackend()
  const cache = useQueryClient()
  const t = useTranslate()
  const queryKey = ['mail-choices', memberId]
  const query = useQuery({ ...options, queryKey, queryFn: async () => (await backend()).mailChoices() })
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: async (choices: MailChoices) => (await backend()).changeMailChoices(choices),
    onSuccess: (choices) => cache.setQueryData(queryKey, choices),
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (saving.isPending) return
    const form = new FormData(event.currentTarget)
    const wants = (topic: MailTopic) => form.has(topic)
    saving.mutate({
      bookings: wants('bookings'),
      reminders: wants('reminders'),
      waitlist: wants('waitlist'),
    })
  }
  return (
    <section aria-labelledby="me-mails">
      <h2 id="me-mails">{t('me_mails_title')}</h2>
      <Loaded query={query} failed={t('me_mails_load_failed')}>
        {(choices) => (
          <form onSubmit={onSubmit}>
            <fieldset className="me-choices">
              <legend className="visually-hidden">{t('me_mails_title')}</legend>
              {topics.map((topic) => (
                <label key={topic}>
                  <input type="checkbox" name={topic} defaultChecked={choices[topic]} />
                  <span>{t(`me_mails_${topic}`)}</span>
                </label>
              ))}
            </fieldset>
            <p className="hint">{t('me_mails_always')}</p>
            <div className="me-actions">
              <SubmitButton quiet isBusy={saving.isPending}>
                {t('me_mails_save')}
              </SubmitButton>
            </div>
          </form>
        )}
      </Loaded>
      <p className="me-status" role="status">
        {saving.isSuccess && t('me_mails_saved')}
      </p>
      <div role="alert">
        {saving.error && <WriteFailed title={t('me_mails_failed')} text={errorMessage(saving.error)} />}
      </div>
    </section>
  )
}
