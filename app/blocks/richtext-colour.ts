/**
 * A class for an editor's colour: the nearest of the site's own, which keep their contrast in both themes.
 * @param color `#rgb`, `#rrggbb` or `rgb(…)`; anything else has no class
 */
export function colourClass(kind: 'ink' | 'fill', color: string): string | undefined {
  const rgb = parsed(color)
  if (!rgb) return undefined
  const [red, green, blue] = rgb
  const most = Math.max(red, green, blue)
  const spread = most - Math.min(red, green, blue)
  // Greys: light and middle ones are the quiet tone, dark ones are the text's own colour.
  if (spread < 40) return most < 90 ? undefined : `${kind}-quiet`
  if (blue === most) return `${kind}-education`
  return `${kind}-${green === most ? 'cooperation' : 'makerspace'}`
}

function parsed(color: string): [number, number, number] | null {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color.trim())?.[1]
  if (hex) {
    const pairs = hex.length === 3 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? [])
    const [red = 0, green = 0, blue = 0] = pairs.map((pair) => Number.parseInt(pair, 16))
    return [red, green, blue]
  }
  const values = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\b/i.exec(color.trim())
  return values && [Number(values[1]), Number(values[2]), Number(values[3])]
}
