import { useQuery } from '@tanstack/react-query'
import { useBackend } from './use-backend.ts'

/** Where the photo of a member is cached. */
export const photoKey = (memberId: number | undefined) => ['photo', memberId]

/** Returns the photo of the member as an address that an image can have; null while it is not known, or without one. */
export function usePhoto(): string | null {
  const { backend, memberId, options } = useBackend()
  const { data } = useQuery({
    ...options,
    queryKey: photoKey(memberId),
    queryFn: async () => (await backend()).memberPhoto(memberId),
    enabled: memberId !== undefined,
  })
  return data?.jpeg ? `data:image/jpeg;base64,${data.jpeg}` : null
}
