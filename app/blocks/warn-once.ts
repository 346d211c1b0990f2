const warned = new Set<string>()

/** Says once per name that this version has no component for it. */
export function warnOnce(kind: 'block' | 'story', name: string): void {
  const what = `${kind} "${name}"`
  if (warned.has(what)) return
  warned.add(what)
  console.warn(`No component for the ${what}: it is not drawn.`)
}
