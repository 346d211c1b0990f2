import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { localeOf } from './i18n/locale.ts'
import { hasMessages, loadMessageFile } from './i18n/messages.ts'
import { mount } from './delivery/mount.ts'
import { refusalIn } from './session/address.ts'
import { pageStorage } from './delivery/session-storage.ts'
import { loadOptional, throttleChunkReloads } from './delivery/chunk-reload.ts'
import { createBrowserReports, watchUncaught } from './errors/browser-reports.ts'
import { createReport } from './errors/reporting.ts'

throttleChunkReloads()
const send = browserReports(document.documentElement.dataset)
if (send) watchUncaught(window, (error) => send(error, location.pathname))

// A refused sign-in is decided before hydration: no guard may redirect the visitor first.
const refusal = refusalIn(location, pageStorage(), document.cookie)
if (refusal) location.replace(refusal)
else await mountPage()

async function mountPage(): Promise<void> {
  const write = createReport(({ err, path }, message) => {
    console.error(message, path, err)
    send?.(err, path)
  })
  const report = (error: unknown) => write(error, location.pathname)
  const locale = localeOf(location.pathname)
  await mount({
    isApp: document.documentElement.hasAttribute('data-app'),
    loadMessages: () => loadMessageFile(locale),
    hasMessages: () => hasMessages(locale),
    report,
    show: (message) => {
      const notice = Object.assign(document.createElement('p'), {
        className: 'notice error',
        textContent: message,
      })
      notice.setAttribute('role', 'alert')
      document.querySelector('main')?.prepend(notice)
    },
    hydrate: () =>
      startTransition(() => {
        hydrateRoot(
          document,
          <StrictMode>
            <HydratedRouter onError={(error, { location: { pathname } }) => write(error, pathname)} />
          </StrictMode>,
          { onRecoverableError: report },
        )
      }),
  })
}

/** Returns what reports errors of the page where the installation reports them; the root writes its settings there. */
function browserReports({ errorReports, build }: DOMStringMap) {
  if (!errorReports) return null
  const settings = JSON.parse(errorReports) as { dsn: string; environment: string }
  return createBrowserReports(() =>
    loadOptional(async () => {
      const { createErrorClient } = await import('./errors/error-client.ts')
      return createErrorClient({ ...settings, release: build })
    }),
  )
}
