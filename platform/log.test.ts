import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void) {
  const lines: string[] = []
  write(createLog('trace', { write: (line) => lines.push(line) }))
  return lines.map((line) => JSON.parse(line) as { level: number; err: Record<string, unknown> })
}

test('of an error and its causes the log has name, message, code and stack', () => {
  const cause = Object.assign(new TypeError('refused'), { code: 23_505, detail: 'Key (email)=(CANARY)' })
  const error = Object.assign(new Error('broken', { cause }), {
    code: 'E_BROKEN',
    rawPacket: Buffer.from('CANARY'),
    errors: [new Error('CANARY')],
  })
  const [line] = logged((log) => log.error({ err: error }, 'internal'))
  expect(line?.err).toEqual({
    name: 'Error',
    message: 'broken',
    code: 'E_BROKEN',
    stack: error.stack,
    cause: { name: 'TypeError', message: 'refused', code: 23_505, stack: cause.stack },
  })
})

test('a thrown object is not quoted, and causes in a circle end', () => {
  const circle = new Error('circle')
  circle.cause = circle
  const lines = logged((log) => {
    log.error({ err: { secret: 'CANARY' } })
    log.error({ err: circle })
  })
  expect(JSON.stringify(lines)).not.toContain('CANARY')
  expect(lines).toHaveLength(2)
})

test.each([
  [{ code: 'HPE_INVALID_CONSTANT' }, 30],
  [{ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, 30],
  [{ code: 'ECONNRESET', message: 'aborted' }, 30],
  [{ type: 'request.aborted' }, 30],
  [{ code: 'ECONNRESET', message: 'read ECONNRESET' }, 50],
  [{ code: 'ECONNREFUSED' }, 50],
  [{}, 50],
])('%j has level %i', (properties, level) => {
  const [line] = logged((log) => log.error({ err: Object.assign(new Error('x'), properties) }, 'internal'))
  expect(line?.level).toBe(level)
})
