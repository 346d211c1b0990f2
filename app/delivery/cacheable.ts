/**
 * Headers of a page that is the same for everybody. The page cache stores it until content or catalogue change
 * (platform/http/page-cache.ts); a browser revalidates it each time.
 */
export const cacheable = { 'cache-control': 'public, max-age=0, must-revalidate' }

/** The same for a page that does not depend on its query. */
export const cacheableWithAnyQuery = { ...cacheable, 'x-any-query': '1' }

/** A page that lacks what could not be read at the moment, or holds something personal: nothing keeps it. */
export const uncached = { 'cache-control': 'no-store' }

/** A permanent redirect to an address that has a title in it: when the title changes back, a browser that had kept the redirect would go in circles. */
export const askedAgain = { status: 301, headers: { 'cache-control': 'no-cache' } }
