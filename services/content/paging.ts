/** One page of a list: `page` counts from 1. */
export interface Page {
  page: number
  perPage: number
}

/** Returns the items of a page and the total; a page beyond the end is empty. */
export function paged<T>(items: T[], { page, perPage }: Page): { items: T[]; total: number } {
  return { items: items.slice((page - 1) * perPage, page * perPage), total: items.length }
}
