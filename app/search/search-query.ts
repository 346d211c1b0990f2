const longest = 100

/** The words of `?q=`, trimmed and without control characters; '' for none, cut after 100 characters. */
export function readSearchQuery({ searchParams }: URL): string {
  const query = searchParams.get('q') ?? ''
  return query.replace(/\p{C}/gu, ' ').replace(/\s+/g, ' ').trim().slice(0, longest)
}
