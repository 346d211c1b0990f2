/** Hues by their upper end in degrees. */
const hues = [
  [20, 'red'],
  [45, 'orange'],
  [70, 'yellow'],
  [165, 'green'],
  [255, 'blue'],
  [320, 'violet'],
  [360, 'red'],
] as const

/**
 * Maps a colour that an editor picked to one of a few classes that suit both themes (`colour-red`); '' for no colour.
 * @param colour `#rgb`, `#rrggbb` (with or without alpha) or `rgb(…)`
 */
export function colourClass(colour: string): string {
  const rgb = channelsOf(colour.trim().toLowerCase())
  if (!rgb) return ''
  const [red, green, blue] = rgb
  const most = Math.max(red, green, blue)
  const spread = most - Math.min(red, green, blue)
  if (spread < 32) return 'colour-grey'
  const sixth =
    most === red
      ? (green - blue) / spread
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4
  const degrees = (sixth * 60 + 360) % 360
  return `colour-${hues.find(([end]) => degrees <= end)?.[1] ?? 'red'}`
}

function channelsOf(colour: string): [number, number, number] | null {
  const hex = /^#([\da-f]{3,8})$/.exec(colour)?.[1]
  if (hex) {
    const long = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex
    return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16)) as [number, number, number]
  }
  const decimal = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})/.exec(colour)
  return decimal ? [Number(decimal[1]), Number(decimal[2]), Number(decimal[3])] : null
}
