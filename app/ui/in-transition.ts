/**
 * Changes the page in one step, drawn as a view transition where the browser has them and the visitor wants motion.
 * @param update sets state, once; its promise resolves when the new state is on the page
 */
export function inTransition(update: () => Promise<void>): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (isStill || !('startViewTransition' in document)) return void update()
  const { ready, finished } = document.startViewTransition(update)
  // The browser gives up the motion of a hidden page; the update is done all the same.
  for (const promise of [ready, finished]) promise.catch(() => {})
}
