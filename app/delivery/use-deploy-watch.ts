import { useEffect } from 'react'
import { useNavigation } from 'react-router'
import { watchDeploys } from './deploy-watch.ts'

let outdated: (() => boolean) | null = null

/** Watches for a new deploy; when one is out, the next navigation loads the page anew (specification section 4). */
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
