import { afterEach, expect, test, vi } from 'vitest'
import { inTransition } from './in-transition.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser that has view transitions or not, of a visitor who wants motion or not. */
function browser({ isStill = false, hasTransitions = true }) {
  const log: string[] = []
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isStill && query.includes('reduced-motion') }))
  const startViewTransition = (update: () => Promise<void>) => {
    log.push('transition')
    void update()
    const skipped = Promise.reject(new Error('Transition was skipped'))
    return { ready: skipped, finished: Promise.resolve() }
  }
  vi.stubGlobal('document', hasTransitions ? { startViewTransition } : {})
  inTransition(async () => void log.push('update'))
  return log
}

test('the page changes in a transition; one that the browser skips is no error', async () => {
  expect(browser({})).toEqual(['transition', 'update'])
  // A rejection that nobody handles fails the run.
  await new Promise((resolve) => setTimeout(resolve))
})

test.each([
  ['a browser without transitions', { hasTransitions: false }],
  ['a visitor who wants no motion', { isStill: true }],
])('%s sees the change at once', (_, given) => expect(browser(given)).toEqual(['update']))
