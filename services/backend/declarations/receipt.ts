import { createHash } from 'node:crypto'
import type { DeclarationReceipt } from '../../../contracts/declaration.ts'
import type { StoredDeclaration } from './declarations.store.ts'

/** Returns a declaration as its receipt shows it. */
export function receiptOf({
  content: declaration,
  locale,
  receivedAt,
  zone,
}: Pick<StoredDeclaration, 'content' | 'locale' | 'receivedAt' | 'zone'>): DeclarationReceipt {
  return { declaration, locale, receivedAt: receivedAt.toISOString(), zone }
}

/** Returns what is stored of the secret of a link. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
