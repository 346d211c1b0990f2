import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorMessage } from '../../clients/store-error.ts'
import { useTranslate } from '../i18n/messages.ts'
import { WriteFailed } from '../live/loaded.tsx'
import { saveDataFile } from '../live/save-file.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { DeletionBlocks, DeletionEnds } from './deletion-lists.tsx'
import { useBackend } from './use-backend.ts'

/** What people may do with their data: take a copy along, or have the account deleted. */
export function OwnDataSection({ email }: { email: string }) {
  const t = useTranslate()
  return (
    <section className="me-own-data" aria-labelledby="me-own-data">
      <h2 id="me-own-data">{t('me_own_data_title')}</h2>
      <Download />
      <Delete email={email} />
    </section>
  )
}

function Download() {
  const { backend } = useBackend()
  const t = useTranslate()
  const { mutate, isPending, isSuccess, error } = useMutation({
    networkMode: 'always',
    mutationFn: async () => saveDataFile(await (await backend()).exportData()),
  })
  return (
    <>
      <p id="me-download-hint">{t('me_download_hint')}</p>
      <div className="me-actions">
        <button
          type="button"
          className="button quiet"
          aria-describedby="me-download-hint"
          aria-disabled={isPending}
          onClick={() => !isPending && mutate()}
        >
          {t('me_download_action')}
        </button>
      </div>
      <p className="me-status" role="status">
        {isPending ? t('me_download_busy') : isSuccess && t('me_download_done')}
      </p>
      <div role="alert">
        {error && <WriteFailed title={t('me_download_failed')} text={errorMessage(error)} />}
      </div>
    </>
  )
}

/** Asks for the mail with the link; an access token alone deletes nothing. */
function Delete({ email }: { email: string }) {
  const { backend } = useBackend()
  const t = useTranslate()
  const dialog = useRef<HTMLDialogElement>(null)
  const [isAsked, setAsked] = useState(false)
  // Asked for at each press: an invoice may have been paid meanwhile.
  const preview = useMutation({
    networkMode: 'always',
    mutationFn: async () => (await backend()).deletionPreview(),
    onSuccess: ({ blocks }) => setAsked(blocks.length === 0),
  })
  const asking = useMutation({
    networkMode: 'always',
    mutationFn: async () => (await backend()).askDeletion(),
    onSuccess: () => dialog.current?.close(),
  })
  const failed = (error: Error | null) =>
    error && <WriteFailed title={t('me_delete_failed')} text={errorMessage(error)} />
  const blocks = preview.data?.blocks ?? []
  return (
    <>
      <p id="me-delete-hint" className="me-leave">
        {t('me_delete_hint')}
      </p>
      <div className="me-actions">
        <button
          type="button"
          className="button quiet"
          aria-describedby="me-delete-hint"
          aria-disabled={preview.isPending}
          onClick={() => {
            if (preview.isPending) return
            asking.reset()
            preview.mutate()
          }}
        >
          {t('me_delete_action')}
        </button>
      </div>
      <p className="me-status" role="status">
        {asking.isSuccess && t('me_delete_mailed', { email })}
      </p>
      <div role="alert">
        {failed(preview.error)}
        {blocks.length > 0 && (
          <div className="notice">
            <p>{t('me_delete_blocked')}</p>
            <DeletionBlocks blocks={blocks} />
          </div>
        )}
      </div>
      {isAsked && preview.data && (
        <ConfirmDialog
          dialog={dialog}
          title={t('me_delete_title')}
          yes={t('me_delete_yes')}
          keep={t('me_delete_no')}
          pending={asking.isPending}
          failure={failed(asking.error)}
          onConfirm={() => asking.mutate()}
          onClose={() => setAsked(false)}
        >
          <DeletionEnds {...preview.data} />
          <p>{t('me_delete_mail')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
