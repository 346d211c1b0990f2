import { imageSize } from 'image-size'
import { photoSide } from '../../../contracts/sign-up.ts'

/** Whether bytes are a photo as the site makes them: a square JPEG without metadata. */
export function isPhoto(bytes: Buffer): boolean {
  if (bytes.subarray(0, 3).toString('hex') !== 'ffd8ff' || bytes.includes('Exif\0')) return false
  try {
    const { type, width, height } = imageSize(bytes)
    return type === 'jpg' && width === photoSide && height === photoSide
  } catch {
    return false
  }
}
