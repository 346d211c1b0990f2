/** A picture or document of `content/assets/`, held in memory: a request never reaches the file system. */
export interface AssetFile {
  name: string
  bytes: Buffer
  type: string
  /** Short hash of the bytes: part of the address, which may therefore be cached for ever. */
  hash: string
  /** In pixels (of an SVG: its viewBox); null when unknown. */
  width: number | null
  height: number | null
}
