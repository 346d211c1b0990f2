import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { localeOf } from './i18n/locale.ts'
import { loadMessageFile } from './i18n/messages.ts'
import { refusalIn } from './session/refusal.ts'
import { pageStorage } from './delivery/session-storage.ts'
import { throttleChunkReloads } from './delivery/chunk-reload.ts'
import { createReport } from './errors/reporting.ts'

throttleChunkReloads()

// A refused sign-in is decided before anything is mounted: no guard may send the visitor elsewhere.
const refusal = refusalIn(location, pageStorage(), document.cookie)
if (refusal) location.replace(refusal)
else await mount()

async function mount(): Promise<void> {
  const isApp = document.documentElement.hasAttribute('data-app')
  const report = createReport(({ err, path }, message) => console.error(message, path, err))
  /** Screens of the app need all their texts before React compares them with the server's page. */
  if (isApp) {
    await loadMessageFile(localeOf(location.pathname)).catch((error: unknown) =>
      report(error, location.pathname),
    )
  }
  // A screen of the app is there to be used: in one go it is alive a tenth of a second earlier than in small steps.
  const start = isApp ? (hydrate: () => void) => hydrate() : startTransition
  start(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter onError={(error, { location: { pathname } }) => report(error, pathname)} />
      </StrictMode>,
      { onRecoverableError: (error) => report(error, location.pathname) },
    )
  })
}
