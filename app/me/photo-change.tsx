import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { errorMessage } from '../../clients/store-error.ts'
import { SubmitButton } from '../forms/submit-button.tsx'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import { WriteFailed } from '../live/loaded.tsx'
import { wholeSquare } from '../forms/crop.ts'
import { Cropper, cutOut } from '../forms/cropper.tsx'
import { useBackend } from './use-backend.ts'
import { photoKey } from './use-photo.ts'

interface PhotoChangeProps {
  /** The card has a photo. */
  hasPhoto: boolean
  onStart: () => void
  onDone: (done: string) => void
}

/** Puts a photo on the card, another one, or none. The browser cuts the square; the backend makes the photo anew. */
export function PhotoChange({ hasPhoto, onStart, onDone }: PhotoChangeProps) {
  const { backend, memberId } = useBackend()
  const cache = useQueryClient()
  const t = useTranslate()
  const box = useRef<HTMLDetailsElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const [photo, setPhoto] = useState<ImageBitmap | null>(null)
  const [crop, setCrop] = useState(wholeSquare)
  const [fault, setFault] = useState<MessageKey | null>(null)
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: async (chosen: { photo: ImageBitmap; crop: typeof crop } | null) =>
      (await backend()).changePhoto(memberId, chosen && (await base64Of(chosen))),
    onSuccess: (card, chosen) => {
      cache.setQueryData(photoKey(memberId), card)
      setPhoto(null)
      form.current?.reset()
      if (box.current) box.current.open = false
      onDone(t(chosen ? 'me_photo_saved' : 'me_photo_deleted'))
    },
  })

  const onChoose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    const read = file ? await createImageBitmap(file).catch(() => null) : null
    setCrop(wholeSquare)
    setPhoto(read)
    setFault(file && !read ? 'signup_error_image_broken' : null)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (saving.isPending) return
    onStart()
    if (photo) saving.mutate({ photo, crop })
    else setFault('me_photo_missing')
  }
  const onDelete = () => {
    if (saving.isPending) return
    onStart()
    saving.mutate(null)
  }

  return (
    <details ref={box} className="photo-change">
      <summary>{t(hasPhoto ? 'me_photo_change' : 'me_photo_add')}</summary>
      <form ref={form} noValidate onSubmit={onSubmit}>
        <div role="alert">
          {saving.error && <WriteFailed title={t('me_photo_failed')} text={errorMessage(saving.error)} />}
        </div>
        {photo && <Cropper photo={photo} crop={crop} onCrop={setCrop} />}
        <div className="field">
          <label htmlFor="photo-file">{t('onboarding_image_choose')}</label>
          <input
            type="file"
            id="photo-file"
            accept="image/*"
            aria-describedby="photo-file-help photo-file-error"
            aria-invalid={fault ? true : undefined}
            onChange={(event) => void onChoose(event)}
          />
          <p id="photo-file-help" className="hint">
            {t('me_photo_help')}
          </p>
          <p id="photo-file-error" className="error" role="alert">
            {fault && t(fault)}
          </p>
        </div>
        <div className="me-actions">
          <SubmitButton isBusy={saving.isPending}>{t('me_photo_save')}</SubmitButton>
          {hasPhoto && (
            <button type="button" className="button quiet" onClick={onDelete}>
              {t('onboarding_image_delete')}
            </button>
          )}
        </div>
      </form>
    </details>
  )
}

async function base64Of({ photo, crop }: { photo: ImageBitmap; crop: typeof wholeSquare }): Promise<string> {
  const bytes = new Uint8Array(await (await cutOut(photo, crop)).arrayBuffer())
  // In parts: a function takes a limited number of arguments.
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
