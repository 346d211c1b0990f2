import { createHash, timingSafeEqual } from 'node:crypto'

interface PreviewSecret {
  /** The space's preview token. */
  previewToken: string
  /** Id of our own space; parameters of another one do not count. Null = any that knows the token. */
  spaceId: string | null
  now: Date
}

const longestSeconds = 3600
/** A little for clocks that differ. */
const aheadSeconds = 60

/**
 * Whether an address was opened by the Visual Editor: its parameters `_storyblok_tk[…]` are signed with the preview token
 * (Storyblok, "How to verify the preview query parameters"): SHA-1 over `{space}:{preview token}:{timestamp}`, at most
 * an hour old. Compared in constant time.
 */
export function isSignedPreview(
  parameters: URLSearchParams,
  { previewToken, spaceId, now }: PreviewSecret,
): boolean {
  const [space, timestamp, token] = ['space_id', 'timestamp', 'token'].map((name) => {
    const given = parameters.getAll(`_storyblok_tk[${name}]`)
    return given.length === 1 ? given[0] : undefined
  })
  if (!space || !timestamp || !token || !/^\d{1,12}$/.test(timestamp)) return false
  if (spaceId !== null && space !== spaceId) return false
  const age = now.getTime() / 1000 - Number(timestamp)
  if (age > longestSeconds || age < -aheadSeconds) return false
  const wanted = createHash('sha1').update(`${space}:${previewToken}:${timestamp}`).digest('hex')
  return token.length === wanted.length && timingSafeEqual(Buffer.from(token), Buffer.from(wanted))
}
