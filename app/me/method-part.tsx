import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { errorMessage } from '../../clients/store-error.ts'
import { useTranslate } from '../i18n/messages.ts'
import { LoadFailed, WriteFailed } from '../live/loaded.tsx'
import { leaveTo } from '../live/leave-to.ts'
import { useBackend } from './use-backend.ts'
import { useSubscriptions } from './use-subscriptions.ts'

const everyMs = 4000

/** The way to another card or account, on the page of the payment provider. Nothing is paid there. */
export function MethodPart({ isTeam }: { isTeam: boolean }) {
  const { memberId } = useBackend()
  const contracts = useSubscriptions()
  const t = useTranslate()
  const { mutate, isPending, isSuccess, error } = useMutation({
    networkMode: 'always',
    mutationFn: async () => (await contracts()).beginMethod(memberId, isTeam),
    onSuccess: ({ url }) => leaveTo(url),
  })
  return (
    <div>
      <div role="alert">
        {error && <WriteFailed title={t('me_contract_save_failed')} text={errorMessage(error)} />}
      </div>
      <button
        type="button"
        className="button quiet"
        aria-disabled={isPending || isSuccess}
        aria-describedby="me-method-hint"
        onClick={() => {
          if (!isPending && !isSuccess) mutate()
        }}
      >
        {t('me_method_change')}
      </button>
      <p className="hint" id="me-method-hint">
        {t('me_method_hint')}
      </p>
    </div>
  )
}

/** What became of the provider's page, for a member who comes back from it. */
export function MethodLeft() {
  const [parameters] = useSearchParams()
  return parameters.get('method') === 'left' && <MethodOutcome />
}

/** Asks again until it is decided. */
function MethodOutcome() {
  const { memberId, options } = useBackend()
  const contracts = useSubscriptions()
  const cache = useQueryClient()
  const query = useQuery({
    ...options,
    queryKey: ['method', memberId],
    queryFn: async () => (await contracts()).method(memberId),
    refetchInterval: ({ state }) => (state.data?.state === 'open' ? everyMs : false),
  })
  const t = useTranslate()
  const state = query.data?.state
  useEffect(() => {
    if (state !== 'saved') return
    for (const key of ['subscription', 'team']) void cache.invalidateQueries({ queryKey: [key, memberId] })
  }, [state, cache, memberId])
  if (query.error) return <LoadFailed title={t('me_contract_failed')} query={query} />
  if (state === 'failed' || state === 'expired')
    return (
      <div className="notice error" role="alert">
        <p>{t('me_method_failed')}</p>
      </div>
    )
  return (
    <p className="me-status" role="status">
      {(state === 'open' || state === 'saved') && t(`me_method_${state}`)}
    </p>
  )
}
