interface Icon {
  /** Path of a PNG file in `public`. */
  src: string
  /** Width and height in px. */
  size: number
  /** Share of the width that the mark has; the rest is margin. */
  markShare: number
  purpose: 'any' | 'maskable'
}

/** The icons of the manifest. A system may cut a maskable one to a circle of 80 % of the width. */
export const manifestIcons: Icon[] = [
  { src: '/icons/192.png', size: 192, markShare: 0.9, purpose: 'any' },
  { src: '/icons/512.png', size: 512, markShare: 0.9, purpose: 'any' },
  { src: '/icons/maskable-512.png', size: 512, markShare: 0.76, purpose: 'maskable' },
]

/** The icon that iOS puts on the home screen; it rounds the corners itself. */
export const appleIcon: Icon = {
  src: '/icons/apple-touch.png',
  size: 180,
  markShare: 0.78,
  purpose: 'any',
}
