/** Stores good responses by what was asked; `platform/file-cache.ts` stores them on disk. */
export interface ResponseStore {
  get(key: string): Promise<StoredResponse | null>
  set(key: string, response: StoredResponse): Promise<void>
}

interface StoredResponse {
  head: string
  body: Uint8Array<ArrayBuffer>
  /** Epoch milliseconds. */
  at: number
}
