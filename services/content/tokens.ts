import { createHash, timingSafeEqual } from 'node:crypto'
import type { Version } from './delivery.ts'
import { unauthorized } from './errors.ts'

/**
 * Checks the token of a request: the public token reads published stories, the preview token also drafts.
 * @throws ContentError 401
 */
export function authorize(
  given: string | null,
  version: Version,
  tokens: { publicToken: string; previewToken: string },
): void {
  const isPreview = isSame(given ?? '', tokens.previewToken)
  const isPublic = isSame(given ?? '', tokens.publicToken)
  if (!isPreview && !(isPublic && version === 'published')) throw unauthorized()
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
