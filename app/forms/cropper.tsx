import { type PointerEvent, useEffect, useRef } from 'react'
import { mostPhotoBytes, photoSide } from '../../contracts/sign-up.ts'
import { useTranslate } from '../i18n/messages.ts'
import { type Crop, dragged, mostZoom, squareOf } from './crop.ts'

/** Side of the square that is sent, in pixels. */
const cutSide = 640

interface CropperProps {
  photo: ImageBitmap
  crop: Crop
  onCrop: (crop: Crop) => void
}

/** The square that is kept: dragged with a finger or a mouse, or set by three sliders. */
export function Cropper({ photo, crop, onCrop }: CropperProps) {
  const t = useTranslate()
  const canvas = useRef<HTMLCanvasElement>(null)
  const from = useRef<{ x: number; y: number } | null>(null)
  useEffect(() => {
    if (canvas.current) draw(canvas.current, photo, crop)
  }, [photo, crop])
  const onPointerMove = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    if (!from.current) return
    const by = { x: clientX - from.current.x, y: clientY - from.current.y }
    from.current = { x: clientX, y: clientY }
    onCrop(dragged(crop, photo, { by, shown: currentTarget.clientWidth }))
  }
  const slider = (name: keyof Crop, label: string, min: number, max: number) => (
    <label className="slider">
      <span>{label}</span>
      <input
        type="range"
        min={min}
        max={max}
        step={0.02}
        value={crop[name]}
        onChange={({ target }) => onCrop({ ...crop, [name]: Number(target.value) })}
      />
    </label>
  )
  return (
    <div className="cropper">
      <canvas
        ref={canvas}
        className="photo"
        width={photoSide}
        height={photoSide}
        role="img"
        aria-label={t('onboarding_image_preview')}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          from.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => (from.current = null)}
        onPointerCancel={() => (from.current = null)}
      />
      <div>
        {slider('zoom', t('onboarding_image_zoom'), 1, mostZoom)}
        {slider('x', t('onboarding_image_sideways'), 0, 1)}
        {slider('y', t('onboarding_image_height'), 0, 1)}
      </div>
    </div>
  )
}

function draw(canvas: HTMLCanvasElement, photo: ImageBitmap, crop: Crop): void {
  const { left, top, side } = squareOf(crop, photo)
  const context = canvas.getContext('2d')
  context?.clearRect(0, 0, canvas.width, canvas.height)
  context?.drawImage(photo, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

/** Cuts the square out, finer than it is kept: about 100 KB instead of a whole photo, and never more than may be sent. */
export async function cutOut(photo: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = cutSide
  draw(canvas, photo, crop)
  const made = await jpegOf(canvas, 0.85)
  return made.size <= mostPhotoBytes ? made : jpegOf(canvas, 0.3)
}

function jpegOf(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('canvas'))), 'image/jpeg', quality),
  )
}
