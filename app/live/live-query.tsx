import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { onSignOut } from './live-data.ts'

/** The browser's one cache of live data, emptied at sign-out. */
let client: QueryClient | null = null

/** Provides the cache of live data to the screens of the app; the server renders with a cache of its own. */
export function LiveData({ children }: { children: ReactNode }) {
  const [own] = useState(queryClient)
  return <QueryClientProvider client={own}>{children}</QueryClientProvider>
}

function queryClient(): QueryClient {
  if (typeof window === 'undefined') return makeClient()
  if (!client) {
    const made = makeClient()
    onSignOut(() => made.clear())
    client = made
  }
  return client
}

function makeClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without a connection a query fails visibly instead of waiting in silence.
      queries: { staleTime: 10_000, retry: 1, refetchOnWindowFocus: true, networkMode: 'always' },
    },
  })
}
