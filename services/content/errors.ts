/**
 * An error in Storyblok's own shape, because its clients read exactly these bodies:
 * `{ "error": "…" }`, and for 404 an array with one sentence. On this contract they win over problem+json.
 */
export class ContentError extends Error {
  readonly status: 401 | 404 | 405 | 414 | 422
  readonly body: unknown

  constructor(status: ContentError['status'], body: unknown) {
    super(JSON.stringify(body))
    this.name = 'ContentError'
    this.status = status
    this.body = body
  }
}

export const unauthorized = () => new ContentError(401, { error: 'Unauthorized' })
export const notFound = () => new ContentError(404, ['This record could not be found'])
/** @param parameter name of the query parameter that does not fit */
export const wrongParameter = (parameter: string, expectation: string) =>
  new ContentError(422, { error: `${parameter.slice(0, 100)}: ${expectation}` })
