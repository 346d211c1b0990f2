import { pino, type Logger, type LoggerOptions } from 'pino'
import { currentRequest } from './request-context.ts'

export type Log = Logger

/**
 * Creates the one logger: JSON lines on stdout. Ids, never people; the redaction is a net below that rule.
 * @param level pino level name, `silent` to write nothing
 * @param stream takes the lines; default: stdout
 * @param report gets the error of each line from level error, with the rest of the line
 */
export function createLog(
  level: string,
  stream?: { write(line: string): void } | null,
  report?: (error: unknown, details: object) => void,
): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: requestOfLine,
    serializers: { err: describeError },
    hooks: {
      logMethod(args, method, level) {
        const [details] = args as [unknown]
        const isOurs = level < pino.levels.values['error']! || !isFaultOfClient(errorIn(details))
        if (!isOurs) return this.info(...args)
        method.apply(this, args)
        const isError = level >= pino.levels.values['error']!
        if (isError && typeof details === 'object' && details !== null && 'err' in details)
          report?.(details.err, details)
      },
    },
    redact: {
      paths: [
        '*.token',
        '*.password',
        '*.authorization',
        '*.cookie',
        '*.email',
        'token',
        'password',
        'email',
      ],
      censor: '…',
    },
  }
  return stream ? pino(options, stream) : pino(options)
}

function requestOfLine(): { requestId?: string } {
  const requestId = currentRequest()?.requestId
  return requestId === undefined ? {} : { requestId }
}

interface ErrorLine {
  name: string
  message: string
  code?: string | number
  stack?: string
  cause?: unknown
}

/** More causes than this are a circle. */
const mostCauses = 5

/**
 * Returns what the log says of an error and its causes. Every other property is left out: it may quote the request, as
 * `rawPacket` of Node's parser does with every header, or the row that a database refused.
 */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : `thrown: ${typeof error}`
  const { name, message, stack, cause } = error
  const { code } = error as { code?: unknown }
  const line: ErrorLine = { name, message }
  if (typeof code === 'string' || typeof code === 'number') line.code = code
  if (stack !== undefined) line.stack = stack
  if (cause !== undefined && depth < mostCauses) line.cause = describeError(cause, depth + 1)
  return line
}

/** Whether a client sent what is no HTTP, was too slow, or hung up: nothing for anybody to repair. */
function isFaultOfClient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, type } = error as { code?: unknown; type?: unknown }
  if (typeof code === 'string' && (code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT'))
    return true
  return (code === 'ECONNRESET' && error.message === 'aborted') || type === 'request.aborted'
}

function errorIn(details: unknown): unknown {
  return typeof details === 'object' && details !== null && 'err' in details ? details.err : details
}
