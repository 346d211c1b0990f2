/**
 * Leaves for another page for good, such as that of a payment. Whoever goes back gets the page anew: as the browser kept
 * it, it would still be leaving, with buttons that do nothing.
 */
export function leaveTo(url: string): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
  location.assign(url)
}
