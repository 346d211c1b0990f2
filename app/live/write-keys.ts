import { StoreError } from '../../clients/store-error.ts'

/** Gives each intent an Idempotency-Key and keeps it until `forget`. Intents are compared by their JSON. */
export function createWriteKeys(newKey: () => string = () => crypto.randomUUID()) {
  let kept = { intent: '', key: '' }
  return {
    keyOf(intent: unknown): string {
      const named = JSON.stringify(intent)
      if (kept.intent !== named) kept = { intent: named, key: newKey() }
      return kept.key
    },
    forget(): void {
      kept = { intent: '', key: '' }
    },
  }
}

/** Whether the server has decided. After a lost answer or a status from 500 the write may have been done. */
export function isAnswered(error: unknown): boolean {
  return error instanceof StoreError && error.status < 500
}
