import type { SiteServices } from '../context.ts'
import type { MessageKey } from '../i18n/messages.ts'

/** Size of the largest file that is taken. */
const mostBytes = 10 * 1024 * 1024
/** A larger body is read to its end up to here, so that the browser shows the answer instead of a broken connection. */
const mostDrained = 4 * mostBytes
/** `do`, `photo`, `camera`, `replaces` and the end, with some to spare. */
const mostParts = 10

/**
 * The photo of a sent form, as it is kept; `null` = none, later at the front desk. `replaces`: the form said that it takes
 * the place of another one. `next`: where the form leads.
 */
export type SentPhoto =
  | { jpeg: string | null; replaces: boolean; next: 'image' | 'payment' }
  | { error: MessageKey }

type PhotoMaker = Pick<SiteServices['pictures'], 'photo'>

/** Each may hold some copies of its file. */
const mostAtOnce = 4
let running = 0

/** Reads the form of the step `image`, and makes its photo anew. While others do so, it is refused without being kept. */
export async function readPhoto(request: Request, pictures: PhotoMaker): Promise<SentPhoto> {
  if (running >= mostAtOnce) {
    await limitedForm(request, 0)
    return { error: 'signup_error_image_busy' }
  }
  running++
  try {
    return await read(request, pictures)
  } finally {
    running--
  }
}

async function read(request: Request, pictures: PhotoMaker): Promise<SentPhoto> {
  const form = await limitedForm(request, mostBytes + 64 * 1024)
  if (form === 'large') return { error: 'signup_error_image_large' }
  const wish = form?.get('do')
  if (wish === 'later') return { jpeg: null, replaces: false, next: 'payment' }
  if (wish === 'delete') return { jpeg: null, replaces: false, next: 'image' }
  // One of two fields is empty: a file, or the camera of a phone.
  const file = ['photo', 'camera']
    .map((name) => form?.get(name))
    .find((each) => each instanceof File && each.size > 0)
  if (!(file instanceof File)) return { error: 'signup_error_image_missing' }
  if (file.size > mostBytes) return { error: 'signup_error_image_large' }
  const made = await pictures.photo(new Uint8Array(await file.arrayBuffer()))
  return 'fault' in made
    ? { error: `signup_error_image_${made.fault}` }
    : { jpeg: made.jpeg.toString('base64'), replaces: form?.get('replaces') === 'yes', next: 'payment' }
}

/** Reads a form of at most so many bytes: the parts around the file are small. */
async function limitedForm(request: Request, most: number): Promise<FormData | 'large' | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > mostDrained) return 'large'
    if (size > most) chunks.length = 0
    else chunks.push(new Uint8Array(chunk))
  }
  if (size > most) return 'large'
  const type = request.headers.get('content-type') ?? ''
  const body = Buffer.concat(chunks)
  if (hasManyParts(body, type)) return null
  return new Response(body, { headers: { 'content-type': type } }).formData().catch(() => null)
}

/** Whether a form has more parts than ours: 8 MB of small ones would take a second of the event loop. */
function hasManyParts(body: Buffer, type: string): boolean {
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1]
  if (boundary === undefined) return true
  const line = Buffer.from(`--${boundary}`)
  let parts = 0
  for (let at = body.indexOf(line); at >= 0; at = body.indexOf(line, at + line.length))
    if (++parts > mostParts) return true
  return false
}
