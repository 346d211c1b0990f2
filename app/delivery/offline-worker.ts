import { useEffect } from 'react'

/**
 * Registers the service worker once a screen of the app has loaded; visitors who only read never get it, and neither
 * does development.
 */
export function useOfflineWorker(isApp: boolean): void {
  useEffect(() => {
    if (!isApp || import.meta.env.DEV || !('serviceWorker' in navigator)) return
    // Its files wait for those of the page.
    const register = () =>
      void navigator.serviceWorker
        .register('/sw.js', { updateViaCache: 'none' })
        .catch((error: unknown) => console.warn('service worker', error))
    if (document.readyState === 'complete') return register()
    addEventListener('load', register, { once: true })
    return () => removeEventListener('load', register)
  }, [isApp])
}
