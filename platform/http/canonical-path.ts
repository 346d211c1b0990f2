/**
 * Returns the one spelling of an address (path, with or without query) that the page cache knows: no character is
 * percent-encoded without need, no slash is at the end. Else each page has as many addresses as anybody likes to ask
 * for, and each is rendered anew. A path with two slashes in a row stays, because the gateway refuses or moves it.
 */
export function canonicalAddress(address: string): string {
  const query = address.indexOf('?')
  const path = query < 0 ? address : address.slice(0, query)
  if (!/%|.\/$/.test(path) || path.includes('//')) return address
  const spelled = path.replace(/(?:%[0-9a-f]{2})+/gi, respelled)
  const bare = spelled.length > 1 && spelled.endsWith('/') ? spelled.slice(0, -1) : spelled
  return query < 0 ? bare : bare + address.slice(query)
}

function respelled(encoded: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(encoded))
  } catch {
    return encoded
  }
}
