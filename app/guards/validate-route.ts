import { data } from 'react-router'

/** What the error boundary gets of a failed validation: the page is over, whatever was on it. */
export interface RouteError {
  message: string
  fatal: true
}

/**
 * Route middleware that refuses an address before its loader runs.
 * @throws 404, fatal, 'Page Not Found: {path}' unless `message` says otherwise (specification section 8)
 */
export function validateRoute(isValid: (url: URL) => boolean, message?: (url: URL) => string) {
  return ({ url }: { url: URL }) => {
    if (isValid(url)) return
    const error: RouteError = { message: message?.(url) ?? `Page Not Found: ${url.pathname}`, fatal: true }
    throw data(error, { status: 404 })
  }
}

/** Whether a content page could have this address at all: it can be decoded, and no part of it is empty or a trick. */
export function isPageAddress({ pathname }: URL): boolean {
  try {
    const path = decodeURIComponent(pathname)
    return path.length <= 1000 && !path.includes('//') && !/[\\\p{Cc}]/u.test(path)
  } catch {
    return false
  }
}
