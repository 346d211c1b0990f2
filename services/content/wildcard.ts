/**
 * Whether a text matches a pattern in which `*` stands for any characters, ignoring case.
 * It uses no regular expression, so that a hostile pattern costs no more than its length.
 */
export function matchesWildcard(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.toLowerCase().split('*')
  const last = rest.pop()
  let left = text.toLowerCase()
  if (last === undefined) return left === first
  if (!left.startsWith(first)) return false
  left = left.slice(first.length)
  for (const part of rest) {
    const at = left.indexOf(part)
    if (at < 0) return false
    left = left.slice(at + part.length)
  }
  return left.endsWith(last)
}
