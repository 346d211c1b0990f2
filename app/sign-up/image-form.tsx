import { type ChangeEvent, type FormEvent, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { photoSide } from '../../contracts/sign-up.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import type { MessageKey } from '../i18n/messages.ts'
import { useTranslate } from '../i18n/messages.ts'
import { wholeSquare } from '../forms/crop.ts'
import { Cropper, cutOut } from '../forms/cropper.tsx'
import { NextButton } from './form-parts.tsx'

interface ImageFormProps {
  /** Address of the photo that is stored; null = none. */
  stored: string | null
  /** The card has a photo already. */
  hasOld: boolean
  answered: { error: MessageKey } | undefined
}

/** Takes a photo. With JavaScript it is cut here and sent small; without, the server finds the face. */
export function ImageForm({ stored, hasOld, answered }: ImageFormProps) {
  const t = useTranslate()
  const fetcher = useFetcher<{ error: MessageKey }>({ key: 'image' })
  const { pathname } = useLocation()
  const [photo, setPhoto] = useState<ImageBitmap | null>(null)
  const [isBroken, setBroken] = useState(false)
  const [crop, setCrop] = useState(wholeSquare)
  /** The answer to the photo before the chosen one. */
  const [old, setOld] = useState<unknown>(null)
  const result = fetcher.data ?? answered
  const error = isBroken ? 'signup_error_image_broken' : result === old ? undefined : result?.error
  const isBusy = fetcher.state !== 'idle'
  const input = {
    type: 'file',
    'aria-describedby': error ? 'image-photo-help image-photo-error' : 'image-photo-help',
    'aria-invalid': error ? true : undefined,
    onChange: (event: ChangeEvent<HTMLInputElement>) => void onChoose(event),
  }

  const onChoose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    setCrop(wholeSquare)
    setOld(result)
    const read = file ? await createImageBitmap(file).catch(() => null) : null
    setPhoto(read)
    setBroken(file !== undefined && read === null)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const send = (form: FormData) =>
      void fetcher.submit(form, { method: 'post', action: pathname, encType: 'multipart/form-data' })
    if (!photo) return send(new FormData(event.currentTarget))
    void cutOut(photo, crop).then((cut) => {
      const form = new FormData()
      form.set('photo', cut, 'photo.jpg')
      if (hasOld) form.set('replaces', 'yes')
      send(form)
    })
  }
  return (
    <>
      <fetcher.Form
        method="post"
        action={pathname}
        encType="multipart/form-data"
        onSubmit={onSubmit}
        className="image-form"
      >
        {error && (
          <ErrorSummary title={t('form_error_title')} about={result ?? isBroken} level={2}>
            <ul>
              <li>
                <a href="#image-photo">{t(error)}</a>
              </li>
            </ul>
          </ErrorSummary>
        )}
        {hasOld && <p className="notice">{t('onboarding_image_has_old')}</p>}
        {hasOld && <input type="hidden" name="replaces" value="yes" />}
        {photo ? (
          <Cropper photo={photo} crop={crop} onCrop={setCrop} />
        ) : stored ? (
          <img
            className="photo"
            src={stored}
            alt={t('onboarding_image_stored')}
            width={photoSide}
            height={photoSide}
          />
        ) : (
          <div className="photo photo-none" aria-hidden="true">
            <svg viewBox="0 0 96 96" fill="none" stroke="currentColor" strokeWidth="1.5">
              <rect x="4.5" y="4.5" width="87" height="87" strokeDasharray="5 4" />
              <circle cx="48" cy="38" r="16" strokeDasharray="5 4" />
              <path d="M16 91c3-22 16-31 32-31s29 9 32 31" strokeDasharray="5 4" />
            </svg>
          </div>
        )}
        <div className="field">
          <label htmlFor="image-photo">
            {t(stored ? 'onboarding_image_other' : 'onboarding_image_choose')}
          </label>
          <input {...input} id="image-photo" name="photo" accept="image/jpeg,image/png,image/webp" />
          {/* The choice of a file has no camera on every phone. */}
          <div className="camera">
            <label htmlFor="image-camera">{t('onboarding_image_camera')}</label>
            <input {...input} id="image-camera" name="camera" accept="image/*" capture="user" />
          </div>
          <p id="image-photo-help" className="hint">
            {t('onboarding_image_help')}
          </p>
          {error && (
            <p id="image-photo-error" className="error">
              {t(error)}
            </p>
          )}
        </div>
        <NextButton isBusy={isBusy}>{t('onboarding_next_payment')}</NextButton>
      </fetcher.Form>
      <fetcher.Form method="post" action={pathname} encType="multipart/form-data" className="other-way">
        {stored && (
          <button type="submit" name="do" value="delete" className="button quiet">
            {t('onboarding_image_delete')}
          </button>
        )}
        <button type="submit" name="do" value="later" className="button quiet">
          {t(hasOld ? 'onboarding_image_keep' : 'onboarding_image_later')}
        </button>
        {!hasOld && <p className="hint">{t('onboarding_image_later_hint')}</p>}
      </fetcher.Form>
    </>
  )
}
