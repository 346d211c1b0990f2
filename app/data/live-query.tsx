import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

/** The browser's one memory of live data, emptied when somebody signs out. */
let client: QueryClient | null = null

/** Gives the screens of the app their live data; the server renders with a memory of its own. */
export function LiveData({ children }: { children: ReactNode }) {
  const [own] = useState(queryClient)
  return <QueryClientProvider client={own}>{children}</QueryClientProvider>
}

/** Nothing of the last member is left behind. */
export function forgetLiveData(): void {
  client?.clear()
}

function queryClient(): QueryClient {
  if (typeof window === 'undefined') return makeClient()
  client ??= makeClient()
  return client
}

function makeClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: 10_000, retry: 1, refetchOnWindowFocus: true } },
  })
}
