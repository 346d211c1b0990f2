import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { plainLines } from './log-lines.ts'
import { createLog, type Log } from './log.ts'

/** Returns what the terminal shows, with `…` for each time. */
function shown(use: (log: Log) => void, level = 'info'): string {
  let text = ''
  use(
    createLog(
      level,
      plainLines((line) => (text += line), level === 'debug'),
    ),
  )
  return stripVTControlCharacters(text).replaceAll(/^\d{2}:\d{2}:\d{2}/gm, '…')
}

test('of the requests only failures are shown, each in one line with method, path and status', () => {
  const text = shown((log) => {
    for (const status of [200, 302, 401, 404, 499, 500, 503])
      log.info({ method: 'GET', path: '/booking', status, ms: 4 }, 'request')
  })
  expect(text).toBe('… GET /booking 500\n… GET /booking 503\n')
})

test('routine is not shown, warnings and errors are one line each', () => {
  const text = shown((log) => {
    log.info({ job: 'vacuum' }, 'job done')
    log.warn('the space could not be read')
    log.error({ err: Object.assign(new Error('first\nsecond'), { code: 'E1' }), path: '/api' }, 'internal')
  })
  const [warning, error, ...more] = text.split('\n')
  expect(warning).toBe('… ! the space could not be read')
  expect(error).toMatch(/^… ! internal \/api: first second \(E1\) at platform\/log-lines\.test\.ts:\d+:\d+$/)
  expect(more).toEqual([''])
})

test('migrations are one line', () => {
  const migrations = ['0001_platform.sql', '0002_mail.sql']
  expect(shown((log) => log.info({ migrations }, 'migrated'))).toBe(
    '… Database: 2 migrations up to 0002_mail.sql\n',
  )
})

test('with LOG_LEVEL=debug every request is shown, and errors have their stack', () => {
  const text = shown((log) => {
    log.info({ method: 'GET', path: '/', status: 200 }, 'request')
    log.error({ err: new Error('broken') }, 'internal')
  }, 'debug')
  expect(text).toMatch(/^… GET \/ 200\n… ! internal: broken at .*\nError: broken\n {4}at /)
})

test('what the log leaves out stays out', () => {
  const cause = Object.assign(new Error('refused'), { detail: 'Key (email)=(CANARY)' })
  expect(
    shown((log) => log.error({ err: cause, email: 'CANARY', token: 'CANARY' }, 'internal')),
  ).not.toContain('CANARY')
})
