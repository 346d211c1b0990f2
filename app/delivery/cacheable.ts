/**
 * Headers of a page that is the same for everybody: the page cache keeps it until content or catalogue change
 * (platform/http/page-cache.ts), a browser asks each time whether it is still good.
 */
export const cacheable = { 'cache-control': 'public, max-age=0, must-revalidate' }

/** The same for a page that its query does not change. */
export const cacheableWithAnyQuery = { ...cacheable, 'x-any-query': '1' }
