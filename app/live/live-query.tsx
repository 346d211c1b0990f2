import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { whenSignedOut } from './live-data.ts'

/** The browser's one memory of live data, emptied when somebody signs out. */
let client: QueryClient | null = null

/** Gives the screens of the app their live data; the server renders with a memory of its own. */
export function LiveData({ children }: { children: ReactNode }) {
  const [own] = useState(queryClient)
  return <QueryClientProvider client={own}>{children}</QueryClientProvider>
}

function queryClient(): QueryClient {
  if (typeof window === 'undefined') return makeClient()
  if (!client) {
    const made = makeClient()
    whenSignedOut(() => made.clear())
    client = made
  }
  return client
}

function makeClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without a connection it fails, and says so, instead of waiting for one in silence.
      queries: { staleTime: 10_000, retry: 1, refetchOnWindowFocus: true, networkMode: 'always' },
    },
  })
}
