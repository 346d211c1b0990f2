import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { localeOf } from './i18n/locale.ts'
import { hasMessages, loadMessageFile } from './i18n/messages.ts'
import { mount } from './delivery/mount.ts'
import { refusalIn } from './session/address.ts'
import { pageStorage } from './delivery/session-storage.ts'
import { throttleChunkReloads } from './delivery/chunk-reload.ts'
import { createReport } from './errors/reporting.ts'

throttleChunkReloads()

// A refused sign-in is decided before hydration: no guard may redirect the visitor first.
const refusal = refusalIn(location, pageStorage(), document.cookie)
if (refusal) location.replace(refusal)
else await mountPage()

async function mountPage(): Promise<void> {
  const write = createReport(({ err, path }, message) => console.error(message, path, err))
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
