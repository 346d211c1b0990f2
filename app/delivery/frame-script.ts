/**
 * Runs before the first paint. Sets the chosen theme, and a hint that the visitor is probably signed in (the SDK's own
 * cookie), so that the header does not shift; only the SDK proves a session. A browser that blocks storage throws.
 *
 * zod makes parsers from text where it may; the content policy forbids it and reports each try. zod reads this setting
 * before its first schema (`globalConfig`, zod 4.6), which `z.config()` in a module cannot promise.
 */
export const frameScript = `globalThis.__zod_globalConfig={jitless:true};(()=>{const d=document.documentElement;if(/auth0\\.[^=]+\\.is\\.authenticated=/.test(document.cookie))d.dataset.signedIn='maybe';try{const t=localStorage.getItem('theme');if(t)d.dataset.theme=t}catch{}})()`
