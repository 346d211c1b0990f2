/**
 * Keeps taps on a week that is painted before its code is there, and repeats them after hydration. It uses nothing but
 * itself: it is sent as the source text of the function.
 */
function keepTaps(): void {
  const taps: HTMLElement[] = []
  addEventListener(
    'click',
    (event) => {
      const cell = event.target instanceof Element && event.target.closest<HTMLElement>('[role=grid] td')
      if (!cell || document.documentElement.dataset['hydrated'] !== undefined) return
      // Kept from React, so that the tap counts once.
      event.stopPropagation()
      taps.push(cell)
    },
    true,
  )
  // One after the other: each tap depends on the result of the one before.
  const repeat = () => taps.splice(0).forEach((cell) => setTimeout(() => cell.click()))
  addEventListener('werkbank:hydrated', repeat, { once: true })
}

/**
 * Runs before the first paint. Sets the chosen theme, and a hint that the visitor is probably signed in (the SDK's own
 * cookie), so that the header does not shift; only the SDK proves a session. A browser that blocks storage throws.
 *
 * zod makes parsers from text where it may; the content policy forbids it and reports each try. zod reads this setting
 * before its first schema (`globalConfig`, zod 4.6), which `z.config()` in a module cannot promise.
 *
 * Taps are kept from here on: the end of the page, with the rest of the page's script, may come after the first paint.
 */
export const frameScript = `globalThis.__zod_globalConfig={jitless:true};(()=>{const d=document.documentElement;if(/auth0\\.[^=]+\\.is\\.authenticated=/.test(document.cookie))d.dataset.signedIn='maybe';try{const t=localStorage.getItem('theme');if(t)d.dataset.theme=t}catch{}})();(${String(keepTaps)})()`
