const longest = 100

/** Returns `?q=` trimmed and without control characters, at most 100 characters; '' without one. */
export function readSearchQuery({ searchParams }: URL): string {
  const query = searchParams.get('q') ?? ''
  return query.replace(/\p{C}/gu, ' ').replace(/\s+/g, ' ').trim().slice(0, longest)
}
