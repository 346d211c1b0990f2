/** What malformed requests are sent to. */
export interface Target {
  method: string
  /** With parameters as `{name}`, `:name` or `*`. */
  path: string
  /** Media type of its errors; pages answer in several. */
  errors: RegExp
}

interface Malformed {
  path: string
  headers: Record<string, string>
  body: string
}

/** Names that turn into large arrays, deep objects or something of JavaScript's own where a parser takes them as a path. */
const names = [
  'a[99999999]',
  'a[999999]',
  'a[-1]',
  'a[]',
  '__proto__',
  '__proto__[x]',
  'constructor.prototype.x',
  '__intent__',
  '',
  '\u0000',
  'ä b',
  'email',
  '"',
  'a'.repeat(300),
  `a${'.a'.repeat(29_000)}`,
  `a${'[0]'.repeat(15_000)}`,
]
const values = [
  '',
  '0',
  '-1',
  '1e309',
  'null',
  '\u0000',
  '\ud800',
  '%00',
  '../../etc/passwd',
  "' or 1=1 --",
  '9'.repeat(400),
  '{"a":1}',
  '2026-02-30',
  '2026-11-21T25:61',
  '\r\nx: y',
  '🛠'.repeat(50),
]
/** Kilobytes: below, at and above the limits of forms (64) and parts (256). */
const sizes = [0, 63, 65, 70, 300]
const types = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'text/xml',
  '',
  'application/json; charset=utf-16',
  'multipart/form-data',
]

/** Returns the request of an index, always the same one. */
export function malformed({ path }: Target, index: number): Malformed {
  const pick = <T>(all: readonly T[], step: number): T => all[Math.floor(index / step) % all.length] as T
  const name = pick(names, 1)
  const value = pick(values, 3)
  // Large ones are rare: they cost the sender more than the server.
  const kilobytes = index % 20 === 0 ? pick(sizes, 20) : 0
  const type = pick(types, 2)
  const query = index % 2 === 0 ? '' : `?${new URLSearchParams([[name.slice(0, 500), value]])}`
  return {
    path: filled(path, index % 4 === 0 ? '1' : encodeURIComponent(wellFormed(value)).slice(0, 400)) + query,
    headers: {
      ...(type && { 'content-type': type }),
      'idempotency-key': String(index),
      ...(kilobytes > 60 && { 'x-large': '1' }),
    },
    body: bodyOf(type, name, value + 'm'.repeat(kilobytes * 1024)),
  }
}

function bodyOf(type: string, name: string, value: string): string {
  if (type.includes('json'))
    return jsonBodies[(name.length + value.length) % jsonBodies.length]?.(name, value) ?? ''
  if (type.includes('urlencoded')) return new URLSearchParams([[name, value]]).toString()
  return `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`
}

const jsonBodies = [
  (name: string, value: string) => JSON.stringify({ [name]: value }),
  (_: string, value: string) => JSON.stringify([value]),
  (_: string, value: string) => JSON.stringify(value),
  () => 'null',
  () => '{',
  () => '['.repeat(20_000),
  (name: string) => `{"${name.slice(0, 20)}":1,"${name.slice(0, 20)}":2}`,
  (name: string, value: string) => JSON.stringify({ id: value, member: [name], fromDateTime: { value } }),
]

function filled(path: string, value: string): string {
  return path.replaceAll(/\{\w+\}|:\w+\??|\*/g, value)
}

/** `encodeURIComponent` takes no half of a pair. */
function wellFormed(text: string): string {
  return text.toWellFormed()
}
