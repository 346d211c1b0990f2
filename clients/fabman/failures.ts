/** Fabman does not answer, or its response cannot be read. */
export class FabmanUnavailable extends Error {
  override name = 'FabmanUnavailable'
  /** Whether Fabman may have carried out the call all the same. */
  readonly mayBeDone: boolean
  constructor(reason: string, mayBeDone: boolean) {
    super(reason)
    this.mayBeDone = mayBeDone
  }
}

/** Fabman answers 400 to 422, except 404 to a read. Nothing was changed. */
export class FabmanRefused extends Error {
  override name = 'FabmanRefused'
  readonly status: number
  /** The broken rules of a 422, or the sentence that Fabman sends in their place. */
  readonly tags: string[]
  constructor(status: number, tags: string[], message: string) {
    super(message)
    this.status = status
    this.tags = tags
  }
}
