import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { errorMessage } from '../../../clients/store-error.ts'
import type { InvoiceEntry } from '../../../contracts/invoice.ts'
import { toDecimal } from '../../../rules/money.ts'
import { Link } from '../../frame/link.tsx'
import { type Locale, useLocale } from '../../i18n/locale.ts'
import { type Translate, useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import { Loaded } from '../../live/loaded.tsx'
import { saveDataFile } from '../../live/save-file.ts'
import { leaveTo } from '../../live/leave-to.ts'
import { dayText, signedMoney } from '../../me/credit-entry.ts'
import { useBackend } from '../../me/use-backend.ts'
import { useNow } from '../../me/use-now.ts'
import * as paths from '../../paths.ts'
import { useSession } from '../../session/session.ts'
import { type Column, Table } from '../../ui/table.tsx'

export const meta = titled('me_invoices_title')

/** The member's invoices with their state and their files (R5). */
export default function Invoices() {
  const { backend, memberId, options } = useBackend()
  const query = useQuery({
    ...options,
    queryKey: ['invoices', memberId],
    queryFn: async () => (await backend()).invoices(memberId),
  })
  const { error } = useSession()
  const t = useTranslate()
  return (
    <section className="me-invoices">
      <h1 id="invoices">{t('me_invoices_title')}</h1>
      {error === 'noMember' ? (
        <NoInvoice />
      ) : (
        <Loaded query={query} failed={t('me_invoices_failed')}>
          {(invoices) => (invoices.length > 0 ? <InvoiceTable invoices={invoices} /> : <NoInvoice />)}
        </Loaded>
      )}
    </section>
  )
}

function NoInvoice() {
  const isMember = useSession().error !== 'noMember'
  const locale = useLocale()
  const t = useTranslate()
  return (
    <>
      <svg className="missing-sheet" viewBox="0 0 96 120" aria-hidden="true">
        <path d="M1 1h68l26 26v92H1zM69 1v26h26" />
        <path className="lines" d="M15 44h66M15 58h66M15 72h40M55 100h26" />
      </svg>
      <p>{t('me_invoices_none')}</p>
      <Link className="button" to={isMember ? paths.booking(locale) : paths.onboarding(locale)}>
        {t(isMember ? 'me_invoices_none_action' : 'me_session_join')}
      </Link>
    </>
  )
}

/** Names an invoice by its title; one that was issued in another language by its number, with the title as it was written. */
function What({ kind, number, title: written, locale: issuedIn }: InvoiceEntry) {
  const locale = useLocale()
  const t = useTranslate()
  // No line begins with the sign between two services.
  const title = written.replaceAll(' · ', '\u00a0· ')
  const numbered = <span className="invoice-number">{number}</span>
  if (issuedIn !== locale)
    return (
      <>
        <b>
          {t(`me_invoices_${kind}`)} {numbered}
        </b>{' '}
        <span className="line hint" lang={issuedIn}>
          {title}
        </span>
      </>
    )
  return (
    <>
      <b>{title}</b>{' '}
      <span className="line hint">
        {kind === 'cancellation' && `${t('me_invoices_cancellation')} `}
        {numbered}
      </span>
    </>
  )
}

/** Draws the invoices as a table. */
export function InvoiceTable({ invoices }: { invoices: InvoiceEntry[] }) {
  const locale = useLocale()
  const t = useTranslate()
  const today = useNow().toISOString().slice(0, 10)
  const files = useFiles()
  const payment = usePayment()
  const columns: Column<InvoiceEntry>[] = [
    {
      label: t('me_invoices_what'),
      render: (row) => <What {...row} />,
      place: 'title',
    },
    {
      label: t('me_invoices_issued'),
      render: ({ issuedOn }) => dayText(issuedOn, locale),
      place: 'note',
    },
    {
      label: t('me_invoices_state'),
      render: (row) => {
        const text = stateText(row, today, locale, t)
        return row.state === 'open' ? <strong>{text}</strong> : text
      },
    },
    {
      label: t('me_invoices_amount'),
      render: ({ grossCents, state }) => (
        <b className={state === 'open' ? 'owed' : undefined}>{signedMoney(toDecimal(grossCents), locale)}</b>
      ),
      isAmount: true,
      place: 'aside',
    },
    {
      label: t('me_invoices_files'),
      render: (row) => (
        <span className="me-files">
          {row.canBePaid && <Pay row={row} {...payment} />}
          <Files row={row} {...files} />
        </span>
      ),
    },
  ]
  return (
    <>
      <p>{t('me_invoices_lead')}</p>
      <div role="alert">
        {files.hasFailed && <p className="notice error">{t('me_invoices_file_failed')}</p>}
        {payment.error && (
          <p className="notice error">
            {t('me_invoices_pay_failed')} {errorMessage(payment.error)}
          </p>
        )}
      </div>
      <Table labelledBy="invoices" columns={columns} rows={invoices} keyOf={({ id }) => id} />
    </>
  )
}

interface FilesProps {
  row: InvoiceEntry
  isBusy: boolean
  save: (file: { row: InvoiceEntry; format: 'pdf' | 'xml' }) => void
}

function Files({ row, isBusy, save }: FilesProps) {
  const t = useTranslate()
  if (row.files.length === 0) return t('me_invoices_making')
  return row.files.map((format) => (
    <button
      key={format}
      type="button"
      className="button plain"
      aria-disabled={isBusy}
      aria-label={t('me_invoices_download', { format: t(`me_invoices_${format}`), number: row.number })}
      onClick={() => !isBusy && save({ row, format })}
    >
      {t(`me_invoices_${format}`)}
    </button>
  ))
}

function Pay({ row, pay, isOpening }: { row: InvoiceEntry; pay: (id: number) => void; isOpening: boolean }) {
  const t = useTranslate()
  return (
    <button
      type="button"
      className="button"
      aria-disabled={isOpening}
      aria-label={t('me_invoices_pay_label', { number: row.number })}
      onClick={() => !isOpening && pay(row.id)}
    >
      {t('me_invoices_pay')}
    </button>
  )
}

/** Opens the payment of an invoice; another press continues the one that is open. */
function usePayment() {
  const { backend, memberId } = useBackend()
  const locale = useLocale()
  const navigate = useNavigate()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async (id: number) => (await backend()).payInvoice(memberId, id, crypto.randomUUID()),
    onSuccess: ({ number, url }) => (url ? leaveTo(url) : void navigate(paths.me(locale, `order/${number}`))),
  })
  return { pay: mutate, isOpening: isPending || isSuccess, error }
}

/** The files need the member's token, which a plain link cannot send. */
function useFiles() {
  const { backend, memberId } = useBackend()
  const { mutate, isPending, isError } = useMutation({
    mutationFn: async ({ row, format }: { row: InvoiceEntry; format: 'pdf' | 'xml' }) => {
      saveDataFile(await (await backend()).invoiceFile(memberId, row.id, format))
    },
  })
  return { save: mutate, isBusy: isPending, hasFailed: isError }
}

function stateText({ state, dueOn }: InvoiceEntry, today: string, locale: Locale, t: Translate): string {
  if (state !== 'open') return t(`me_invoices_${state}`)
  const day = dayText(dueOn, locale)
  return t(dueOn < today ? 'me_invoices_overdue' : 'me_invoices_open', { day })
}
