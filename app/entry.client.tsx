import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { localeOf } from './i18n/locale.ts'
import { loadMessages } from './i18n/messages.ts'
import { throttleChunkReloads } from './shell/chunk-reload.ts'

throttleChunkReloads()

/** Screens of the app need all their texts before React compares them with the server's page. */
if (document.documentElement.hasAttribute('data-app')) {
  await loadMessages(localeOf(location.pathname), { fetch, buildId: null, warn: console.warn })
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
