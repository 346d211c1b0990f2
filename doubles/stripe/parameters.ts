import { badRequest } from './refusal.ts'

/**
 * The parameters of each call as the API version 2026-10-28.endive knows them, of those that the adapter may send; `#` is
 * an index, `*` any name. `payment_method_types` is gone from sessions and payment intents.
 */
const known = {
  customer: ['email', 'name', 'metadata[*]'],
  session: [
    'mode',
    'ui_mode',
    'customer',
    'client_reference_id',
    'metadata[*]',
    'payment_intent_data[metadata][*]',
    'payment_intent_data[setup_future_usage]',
    'payment_intent_data[description]',
    'allowed_payment_method_types[#]',
    'currency',
    'setup_intent_data[metadata][*]',
    'currency',
    'setup_intent_data[metadata][*]',
    'line_items[#][quantity]',
    'line_items[#][price_data][currency]',
    'line_items[#][price_data][unit_amount]',
    'line_items[#][price_data][tax_behavior]',
    'line_items[#][price_data][product_data][name]',
    'locale',
    'success_url',
    'cancel_url',
    'expires_at',
    'expand[#]',
  ],
  expire: ['expand[#]'],
  intent: [
    'amount',
    'currency',
    'customer',
    'payment_method',
    'off_session',
    'confirm',
    'automatic_payment_methods[enabled]',
    'automatic_payment_methods[allow_redirects]',
    'return_url',
    'description',
    'metadata[*]',
    'expand[#]',
  ],
  refund: ['payment_intent', 'amount', 'reason', 'metadata[*]', 'expand[#]'],
  retrieve: ['expand[#]'],
  list: ['payment_intent', 'customer', 'limit', 'starting_after', 'expand[#]'],
}

export type Call = keyof typeof known

/** Form-encoded parameters by their names on the wire, such as `line_items[0][quantity]`. */
export class Parameters {
  readonly #values: URLSearchParams

  /** @throws Refusal for a parameter that the call does not have */
  constructor(call: Call, text: string) {
    this.#values = new URLSearchParams(text)
    for (const [name, value] of this.#values) {
      const isKnown = known[call].some((pattern) => matches(pattern, name))
      if (!isKnown) throw badRequest(`Received unknown parameter: ${name}`, 'parameter_unknown', name)
      if (value === '')
        throw badRequest(`You passed an empty string for '${name}'.`, 'parameter_invalid_empty', name)
    }
  }

  optional(name: string): string | null {
    return this.#values.get(name)
  }

  /** Whether a parameter of this name, or one in it, was sent. */
  has(name: string): boolean {
    return [...this.#values.keys()].some((each) => each === name || each.startsWith(`${name}[`))
  }

  /** @throws Refusal when it is missing */
  required(name: string): string {
    const value = this.#values.get(name)
    if (value === null) throw badRequest(`Missing required param: ${name}.`, 'parameter_missing', name)
    return value
  }

  oneOf<T extends string>(name: string, values: readonly T[], fallback?: T): T {
    const value = this.#values.get(name) ?? fallback
    if (value === undefined) throw badRequest(`Missing required param: ${name}.`, 'parameter_missing', name)
    const found = values.find((each) => each === value)
    if (!found) throw badRequest(`Invalid ${name}: must be one of ${values.join(', ')}`, undefined, name)
    return found
  }

  integer(name: string): number {
    const text = this.required(name)
    if (!/^-?\d+$/.test(text)) throw badRequest(`Invalid integer: ${text}`, 'parameter_invalid_integer', name)
    return Number(text)
  }

  /** An amount in cents. @throws Refusal for less than half a euro */
  amount(name: string): number {
    const cents = this.integer(name)
    if (cents < 50) throw badRequest('Amount must be at least €0.50 eur', 'amount_too_small', name)
    return cents
  }

  absolute(name: string): string {
    const url = this.required(name)
    if (!/^https?:\/\/\S+$/.test(url)) throw badRequest('Not a valid URL', 'url_invalid', name)
    return url
  }

  metadata(prefix: string): Record<string, string> {
    const own = [...this.#values].filter(([name]) => name.startsWith(`${prefix}[`))
    return Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length + 1, -1), value]))
  }

  /** Values of `name[0]`, `name[1]` … */
  list(name: string): string[] {
    return [...this.#values].filter(([each]) => each.startsWith(`${name}[`)).map(([, value]) => value)
  }

  /** How many entries a list of objects has. */
  count(name: string): number {
    const pattern = new RegExp(`^${name}\\[(\\d+)\\]`)
    return new Set([...this.#values.keys()].map((each) => pattern.exec(each)?.[1]).filter(Boolean)).size
  }
}

function matches(pattern: string, name: string): boolean {
  const given = partsOf(name)
  const wanted = partsOf(pattern)
  return (
    given.length === wanted.length &&
    wanted.every((part, at) => {
      const own = given[at] ?? ''
      if (part === '#') return /^\d*$/.test(own)
      return part === '*' ? own.length > 0 && own.length <= 40 : part === own
    })
  )
}

function partsOf(name: string): string[] {
  return name.split('[').map((part) => part.replace(/\]$/, ''))
}
