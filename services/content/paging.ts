/** One page of a list: `page` counts from 1. */
export interface Page {
  page: number
  perPage: number
}

/** The items of a page and how many there are in all; beyond the end it is empty. */
export function paged<T>(items: T[], { page, perPage }: Page): { items: T[]; total: number } {
  return { items: items.slice((page - 1) * perPage, page * perPage), total: items.length }
}
