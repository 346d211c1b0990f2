/**
 * Runs before paint: the chosen theme, and a hint that somebody is probably signed in (the SDK's own cookie),
 * so that the header does not jump. Proof of a session comes from the SDK only. Browsers that keep nothing for us throw.
 */
export const frameScript = `(()=>{const d=document.documentElement;if(/auth0\\.[^=]+\\.is\\.authenticated=/.test(document.cookie))d.dataset.signedIn='maybe';try{const t=localStorage.getItem('theme');if(t)d.dataset.theme=t}catch{}})()`
