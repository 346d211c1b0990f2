/** The part of a photo that is kept: a square, by its centre and its side, as shares of the photo. */
export interface Crop {
  /** Centre, 0 to 1 of width and height. */
  x: number
  y: number
  /** 1 = the largest square that fits, larger = closer. */
  zoom: number
}

export const wholeSquare: Crop = { x: 0.5, y: 0.5, zoom: 1 }
export const mostZoom = 4

/** Returns the square of a photo in its pixels; it never leaves the photo. */
export function squareOf(
  { x, y, zoom }: Crop,
  { width, height }: { width: number; height: number },
): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / zoom
  const within = (centre: number, length: number) =>
    Math.min(Math.max(centre * length - side / 2, 0), length - side)
  return { left: within(x, width), top: within(y, height), side }
}

/**
 * Returns the crop after the photo was dragged.
 * @param by pixels on the screen; `shown`: side of the square on the screen
 */
export function dragged(
  crop: Crop,
  photo: { width: number; height: number },
  { by, shown }: { by: { x: number; y: number }; shown: number },
): Crop {
  const { left, top, side } = squareOf(crop, photo)
  const scale = side / shown
  const clamp = (value: number) => Math.min(Math.max(value, 0), 1)
  return {
    zoom: crop.zoom,
    x: clamp((left + side / 2 - by.x * scale) / photo.width),
    y: clamp((top + side / 2 - by.y * scale) / photo.height),
  }
}
