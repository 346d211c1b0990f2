/**
 * An error in Storyblok's shape, because its clients read these bodies instead of problem+json:
 * `{ "error": "…" }`, and for 404 an array with one sentence.
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
/** @param parameter name of the invalid query parameter */
export const wrongParameter = (parameter: string, expectation: string) =>
  new ContentError(422, { error: `${parameter.slice(0, 100)}: ${expectation}` })
