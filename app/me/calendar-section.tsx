import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorMessage, StoreError } from '../../clients/store-error.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { LoadFailed, WriteFailed } from '../live/loaded.tsx'
import { useBackend } from './use-backend.ts'

/** The secret address of the member's calendar; nothing when the workshop system has no calendars. */
export function CalendarSection() {
  const query = useCalendar()
  const { data, error } = query
  const renewing = useRenewCalendar()
  const t = useTranslate()
  const title = useRef<HTMLHeadingElement>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const [asked, setAsked] = useState(false)
  const [status, setStatus] = useState<MessageKey | null>(null)

  const failure = renewing.error && (
    <WriteFailed title={t('me_calendar_renew_failed')} text={errorMessage(renewing.error)} />
  )
  // The last section of the page: nothing moves when it appears.
  if (data === null || (!data && !error)) return null
  const isFirst = !data?.calendarUrl
  const renew = () => {
    setStatus(null)
    renewing.mutate(undefined, {
      onSuccess: () => {
        dialog.current?.close()
        if (isFirst) title.current?.focus()
        setStatus(isFirst ? 'me_calendar_created' : 'me_calendar_renewed')
      },
    })
  }

  return (
    <section className="me-calendar" aria-labelledby="me-calendar">
      <h2 id="me-calendar" ref={title} tabIndex={-1}>
        {t('me_calendar_title')}
      </h2>
      {error && <LoadFailed title={t('me_calendar_failed')} query={query} />}
      {data?.calendarUrl && (
        <Address
          url={data.calendarUrl}
          onStatus={setStatus}
          onRenew={() => {
            renewing.reset()
            setAsked(true)
          }}
        />
      )}
      {data && isFirst && (
        <>
          <p className="hint">{t('me_calendar_none')}</p>
          <div className="me-actions">
            <button
              type="button"
              className="button quiet"
              aria-disabled={renewing.isPending}
              onClick={() => !renewing.isPending && renew()}
            >
              {t('me_calendar_create')}
            </button>
          </div>
        </>
      )}
      <p className="me-status" role="status">
        {status && t(status)}
      </p>
      <div role="alert">{!asked && failure}</div>
      {asked && (
        <ConfirmDialog
          dialog={dialog}
          title={t('me_calendar_renew_title')}
          yes={t('me_calendar_renew_yes')}
          keep={t('me_calendar_renew_keep')}
          pending={renewing.isPending}
          failure={failure}
          onConfirm={renew}
          onClose={() => setAsked(false)}
        >
          <p>{t('me_calendar_renew_text')}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

interface AddressProps {
  url: string
  onStatus: (status: MessageKey) => void
  onRenew: () => void
}

function Address({ url, onStatus, onRenew }: AddressProps) {
  const t = useTranslate()
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      onStatus('me_calendar_copied')
    } catch {
      // The clipboard is refused or missing: select the address instead.
      field.current?.focus()
      field.current?.select()
      onStatus('me_calendar_copy_failed')
    }
  }
  return (
    <>
      <div className="field">
        <label htmlFor="me-calendar-address">{t('me_calendar_address')}</label>
        <input
          id="me-calendar-address"
          ref={field}
          readOnly
          value={url}
          spellCheck={false}
          aria-describedby="me-calendar-hint"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <p className="hint" id="me-calendar-hint">
          {t('me_calendar_hint')}
        </p>
      </div>
      <div className="me-actions">
        <button type="button" className="button quiet" onClick={() => void copy()}>
          {t('me_calendar_copy')}
        </button>
        <a className="button quiet" href={url.replace(/^https?:/, 'webcal:')}>
          {t('me_calendar_open')}
        </a>
        <button type="button" className="button quiet" onClick={onRenew}>
          {t('me_calendar_renew')}
        </button>
      </div>
    </>
  )
}

/** Loads the address of the member's calendar; `null` when the workshop system has no calendars. */
function useCalendar() {
  const { backend, memberId, options } = useBackend()
  return useQuery({
    ...options,
    queryKey: keyOf(memberId),
    queryFn: async () =>
      (await backend()).calendar(memberId).catch((error: unknown) => {
        if (error instanceof StoreError && error.problem?.code === 'notSupported') return null
        throw error
      }),
  })
}

/** Creates the first or a new address of the member's calendar. */
function useRenewCalendar() {
  const { backend, memberId } = useBackend()
  const cache = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: async () => (await backend()).renewCalendar(memberId),
    onSuccess: (calendar) => cache.setQueryData(keyOf(memberId), calendar),
  })
}

const keyOf = (memberId: number | undefined) => ['calendar', memberId]
