const warned = new Set<string>()

/** Logs once per name that there is no component for it. */
export function warnOnce(kind: 'block' | 'story', name: string): void {
  const what = `${kind} "${name}"`
  if (warned.has(what)) return
  warned.add(what)
  console.warn(`No component for the ${what}: it is not drawn.`)
}
