/** Returns the items of a page, counted from 1, and the total; a page beyond the end is empty. */
export function paged<T>(items: T[], { page, per_page }: { page: number; per_page: number }) {
  const found = items.slice((page - 1) * per_page, page * per_page)
  return { items: found, total: items.length, perPage: per_page }
}
