import { useEffect } from 'react'
import { useNavigation } from 'react-router'
import { watchDeploys } from './deploy-watch.ts'

let outdated: (() => boolean) | null = null

/** Watches for a new deploy; after one, the next navigation reloads the page (S7). */
export function useDeployWatch(buildId: string): void {
  const { location } = useNavigation()

  useEffect(() => {
    outdated ??= watchDeploys({
      buildId,
      fetch: (input) => fetch(input),
      isVisible: () => document.visibilityState === 'visible',
      now: () => Date.now(),
      random: () => Math.random(),
      later: (ms, then) => void setTimeout(then, ms),
    })
  }, [buildId])

  useEffect(() => {
    if (location && outdated?.()) window.location.assign(location.pathname + location.search + location.hash)
  }, [location])
}
