import { styleText } from 'node:util'

interface Line {
  level: number
  /** RFC 3339 */
  time: string
  msg?: string
  err?: { message?: string; code?: string | number; stack?: string }
  method?: string
  path?: string
  status?: number
  migrations?: string[]
}

const levels = { info: 30, warn: 40, error: 50 }

/**
 * Returns a stream for `createLog` that turns JSON lines into plain ones for the person at the terminal: failures,
 * warnings and the migrations of a start. Requests that did not fail and other routine are left out, unless everything
 * is asked for.
 * @param write takes text with its line end
 * @param everything the log's level is below `info`: then each line is shown, and errors with their stack
 */
export function plainLines(write: (text: string) => void, everything = false): { write(line: string): void } {
  return {
    write(json) {
      const line = JSON.parse(json) as Line
      const text = textOf(line, everything)
      if (text === null) return
      const time = new Date(line.time).toLocaleTimeString('de-DE')
      const stack = everything && line.err?.stack ? `\n${line.err.stack}` : ''
      write(`${time} ${text}${stack}\n`)
    },
  }
}

/** Returns the line without its time; null = it is routine. */
function textOf(line: Line, everything: boolean): string | null {
  const { level, msg = '', method, path, status, migrations, err } = line
  if (migrations) return `Database: ${migrations.length} migrations up to ${migrations.at(-1)}`
  if (method && status) {
    const text = `${method} ${path} ${status}`
    if (status >= 500) return styleText('red', text)
    return everything ? text : null
  }
  if (level < levels.warn) return everything ? [msg, path].filter(Boolean).join(' ') : null
  const cause =
    err && [err.message, err.code && `(${err.code})`, placeOf(err.stack)].filter(Boolean).join(' ')
  const what = [msg, path].filter(Boolean).join(' ')
  const text = [what, cause].filter(Boolean).join(': ').replaceAll(/\s+/g, ' ')
  return level < levels.error ? styleText('yellow', `! ${text}`) : styleText('red', `! ${text}`)
}

/** Returns where an error was thrown in our own code: `at services/backend/backend.ts:12:3`. */
function placeOf(stack = ''): string {
  const frame = stack.split('\n').find((each) => /^\s+at /.test(each) && !/node_modules|node:/.test(each))
  const place = /([^\s(]+:\d+:\d+)\)?$/.exec(frame ?? '')?.[1]
  return place ? `at ${place.replace(/^file:\/\//, '').replace(`${process.cwd()}/`, '')}` : ''
}
