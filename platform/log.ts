import { pino, type Logger } from 'pino'

export type Log = Logger

/**
 * The one logger: JSON lines on stdout. Ids, never people; the redaction is a net below that rule.
 * @param level pino level name, `silent` to write nothing
 */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
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
  })
}
