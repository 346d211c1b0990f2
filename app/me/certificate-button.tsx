import { useMutation } from '@tanstack/react-query'
import type { createPlaceClient } from '../../clients/places.ts'
import type { DataFile } from '../../contracts/personal-data.ts'
import { useTranslate } from '../i18n/messages.ts'
import { saveDataFile } from '../live/save-file.ts'
import { usePlaceClient } from './use-places.ts'

interface CertificateButtonProps {
  /** Title of the training or course, for a screen reader. */
  title: string
  load: (client: ReturnType<typeof createPlaceClient>) => Promise<DataFile>
}

/** Saves a certificate as PDF. */
export function CertificateButton({ title, load }: CertificateButtonProps) {
  const t = useTranslate()
  const client = usePlaceClient()
  const { mutate, isPending, isError } = useMutation({
    networkMode: 'always',
    mutationFn: async () => saveDataFile(await load(await client())),
  })
  return (
    <>
      <button
        type="button"
        className="button quiet"
        aria-disabled={isPending}
        aria-label={`${t('certificate_download')}: ${title}`}
        onClick={() => !isPending && mutate()}
      >
        {t('certificate_download')}
      </button>
      <span role="alert">{isError && t('certificate_failed')}</span>
    </>
  )
}
