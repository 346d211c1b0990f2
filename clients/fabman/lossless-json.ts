type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

/**
 * JSON in which whole numbers beyond 2^53 stay text: rounded, an id would be that of something else.
 * @throws SyntaxError
 */
export function parseLossless(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  const keep: Reviver = (_, value, { source = '' }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown)
}
