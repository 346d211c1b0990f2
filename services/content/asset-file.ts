/** A picture or document of `content/assets/`, held in memory: no request reads the file system. */
export interface AssetFile {
  name: string
  bytes: Buffer
  type: string
  /** Short hash of the bytes. It is part of the address, so a response may be cached for ever. */
  hash: string
  /** In pixels (for an SVG, of its viewBox); null when unknown. */
  width: number | null
  height: number | null
}
