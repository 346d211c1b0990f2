import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AttemptAnswers, OwnInstruction } from '../../contracts/instruction.ts'
import { useLocale } from '../i18n/locale.ts'
import { useConfig } from '../live/use-connector.ts'
import { authorise, fetchSigned } from '../session/authorise.ts'
import { useSession } from '../session/session.ts'

/** How far the member is with an instruction, and what they do with it. */
export function useInstruction(slug: string) {
  const { backendUrl: baseUrl } = useConfig()
  const { member } = useSession()
  const locale = useLocale()
  const cache = useQueryClient()
  const client = async () => {
    const { createInstructionClient } = await import('../../clients/instructions.ts')
    return createInstructionClient({ baseUrl, authorise, locale, fetch: fetchSigned })
  }
  const queryKey = ['instruction', slug, member?.id, locale]
  const query = useQuery({
    networkMode: 'always',
    retry: false,
    queryKey,
    queryFn: async () => (await client()).instruction(slug),
    // A question that is being answered stays.
    refetchOnWindowFocus: false,
  })
  const begin = useMutation({
    networkMode: 'always',
    mutationFn: async () => (await client()).beginAttempt(slug, {}),
    onSuccess: (attempt) => cache.setQueryData<OwnInstruction>(queryKey, (own) => own && { ...own, attempt }),
    onError: () => void cache.invalidateQueries({ queryKey }),
  })
  const finish = useMutation({
    networkMode: 'always',
    mutationFn: async ({ id, ...answers }: AttemptAnswers & { id: number }) =>
      (await client()).finishAttempt(slug, id, answers),
    onSuccess: () =>
      Promise.all([queryKey, ['memberTrainings']].map((key) => cache.invalidateQueries({ queryKey: key }))),
  })
  return { query, begin, finish }
}
