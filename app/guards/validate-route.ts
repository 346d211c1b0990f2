import { data } from 'react-router'

/** The error of a failed route validation. */
export interface RouteError {
  message: string
  fatal: true
}

/**
 * Returns route middleware that refuses an address before its loader runs.
 * @throws 404, fatal, 'Page Not Found: {path}' or the given message (E2)
 */
export function validateRoute(isValid: (url: URL) => boolean, message?: (url: URL) => string) {
  return ({ url }: { url: URL }) => {
    if (isValid(url)) return
    const error: RouteError = { message: message?.(url) ?? `Page Not Found: ${url.pathname}`, fatal: true }
    throw data(error, { status: 404 })
  }
}

/** Whether a content page can have this address: it decodes, and has no empty part, backslash or control character. */
export function isPageAddress({ pathname }: URL): boolean {
  try {
    const path = decodeURIComponent(pathname)
    return path.length <= 1000 && !path.includes('//') && !/[\\\p{Cc}]/u.test(path)
  } catch {
    return false
  }
}
