import { useEffect } from 'react'
import { useNavigation } from 'react-router'

interface DeployWatch {
  /** Id of the build that rendered this page. */
  buildId: string
  fetch: typeof fetch
  isVisible: () => boolean
  now: () => number
  /** 0 to 1. */
  random: () => number
  /** Calls back after so many milliseconds. */
  later: (ms: number, then: () => void) => void
}

const everyMs = 60_000
const jitter = 0.2

/**
 * Polls the latest-build file (C28, K9) every minute, plus or minus a fifth, while the page is visible.
 * @returns whether a newer build is deployed
 */
export function watchDeploys({ buildId, fetch, isVisible, now, random, later }: DeployWatch): () => boolean {
  let outdated = false
  const wait = () => later(everyMs * (1 - jitter + 2 * jitter * random()), () => void check())
  const check = async () => {
    if (isVisible()) outdated = await isNewer(buildId, fetch, now())
    if (!outdated) wait()
  }
  wait()
  return () => outdated
}

async function isNewer(buildId: string, ask: typeof fetch, now: number): Promise<boolean> {
  try {
    const response = await ask(`/builds/latest.json?${now}`)
    if (!response.ok) return false
    const { id } = (await response.json()) as { id?: unknown }
    return typeof id === 'string' && id !== buildId
  } catch {
    // Offline: the next poll tries again.
    return false
  }
}

let outdated: (() => boolean) | null = null

/** Watches for a new deploy; after one, the next navigation reloads the page (S7). */
export function useDeployWatch(buildId: string | undefined): void {
  const { location } = useNavigation()

  useEffect(() => {
    if (buildId === undefined) return
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
