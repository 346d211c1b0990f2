/** A request that Stripe refuses; nothing is kept of it, and a key that came with it stays free. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  readonly error: Record<string, unknown>
  constructor(status: number, error: Record<string, unknown>) {
    super(String(error['message']))
    this.status = status
    this.error = error
  }
}

export function badRequest(message: string, code?: string, param?: string): Refusal {
  return new Refusal(400, {
    type: 'invalid_request_error',
    message,
    ...(code && { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }),
    ...(param && { param }),
  })
}

export function noSuch(what: string, id: string, param = 'id', status = 404): Refusal {
  return new Refusal(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  })
}
