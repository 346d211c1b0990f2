import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { ConnectorClient } from '../../clients/connector.ts'
import { StoreError } from '../../clients/store-error.ts'
import { login, settledSession } from '../session/session.ts'
import { useConnector } from './use-connector.ts'

/** How the last write stands; `signedOut` = the provider's page could not be opened. */
export type WriteState<Intent, Answer> =
  | { kind: 'idle' | 'busy' | 'signedOut' }
  | { kind: 'failed'; intent: Intent; error: unknown }
  | { kind: 'done'; intent: Intent; answer: Answer }

/** @param key Idempotency-Key of the intent, for calls that take one */
type Send<Intent, Answer> = (connector: ConnectorClient, intent: Intent, key: string) => Promise<Answer>

interface WriteOptions<Intent> {
  /** Address to return to after sign-in. Without it a visitor is not sent to sign in. */
  signInFor?: (intent: Intent) => string
}

/**
 * One kind of write in the member's name. A double click sends once, and a retry of the same intent after a lost answer
 * sends the same Idempotency-Key. All live data is read again afterwards, also after a refusal.
 * @param send calls the connector; throws StoreError when it refuses
 */
export function useMemberWrite<Intent, Answer>(
  send: Send<Intent, Answer>,
  { signInFor }: WriteOptions<Intent> = {},
) {
  const connector = useConnector()
  const cache = useQueryClient()
  const [state, setState] = useState<WriteState<Intent, Answer>>({ kind: 'idle' })
  const [keys] = useState(() => createWriteKeys())
  // Known at once, where the state comes with the next render.
  const isRunning = useRef(false)

  /** Returns how it ended; null while another write is under way. */
  const submit = async (intent: Intent): Promise<WriteState<Intent, Answer> | null> => {
    if (isRunning.current) return null
    isRunning.current = true
    setState({ kind: 'busy' })
    const ended = await write(intent)
    isRunning.current = false
    setState(ended)
    if (ended.kind === 'done' || ended.kind === 'failed') void cache.invalidateQueries()
    return ended
  }

  const write = async (intent: Intent): Promise<WriteState<Intent, Answer>> => {
    try {
      if (signInFor && (await settledSession()).status !== 'authenticated')
        return { kind: (await login(signInFor(intent))) ? 'idle' : 'signedOut' }
      const answer = await send(await connector(), intent, keys.keyOf(intent))
      keys.forget()
      return { kind: 'done', intent, answer }
    } catch (error) {
      if (isAnswered(error)) keys.forget()
      return { kind: 'failed', intent, error }
    }
  }

  const reset = useCallback(() => setState({ kind: 'idle' }), [])
  return { state, isBusy: state.kind === 'busy', submit, reset }
}

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
