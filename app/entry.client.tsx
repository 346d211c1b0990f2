import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { localeOf } from './i18n/locale.ts'
import { loadMessageFile } from './i18n/messages.ts'
import { refusalIn } from './session/address.ts'
import { pageStorage } from './delivery/session-storage.ts'
import { throttleChunkReloads } from './delivery/chunk-reload.ts'
import { createReport } from './errors/reporting.ts'

throttleChunkReloads()

// A refused sign-in is decided before hydration: no guard may redirect the visitor first.
const refusal = refusalIn(location, pageStorage(), document.cookie)
if (refusal) location.replace(refusal)
else await mount()

async function mount(): Promise<void> {
  const report = createReport(({ err, path }, message) => console.error(message, path, err))
  // A screen of the app needs all its messages before React compares it with the document.
  if (document.documentElement.hasAttribute('data-app')) {
    await loadMessageFile(localeOf(location.pathname)).catch((error: unknown) =>
      report(error, location.pathname),
    )
  }
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter onError={(error, { location: { pathname } }) => report(error, pathname)} />
      </StrictMode>,
      { onRecoverableError: (error) => report(error, location.pathname) },
    )
  })
}
