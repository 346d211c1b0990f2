import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { expect, test } from 'vitest'
import { StoreError } from '../../clients/store-error.ts'
import { createBrowserReports, type SendReport, watchUncaught } from './browser-reports.ts'

/** Reports these and returns the messages that were sent. */
async function sent(thrown: unknown[], load?: (send: SendReport) => Promise<SendReport>): Promise<string[]> {
  const messages: string[] = []
  const send: SendReport = ({ message }, path) => void messages.push(`${path} ${message}`)
  const report = createBrowserReports(() => load?.(send) ?? Promise.resolve(send))
  for (const each of thrown) {
    report(each, '/faq')
    // What is sent is sent in microtasks.
    await new Promise(setImmediate)
  }
  return messages
}

test.each([
  [new ErrorResponse(302, '', null), []],
  [new ErrorResponse(404, '', null), []],
  [new ErrorResponse(500, '', 'CANARY'), ['/faq status 500']],
  [new StoreError(401, null), []],
  [new StoreError(422, null), []],
  [new StoreError(503, null), ['/faq Fehler: 503']],
  [new TypeError('broken'), ['/faq broken']],
  ['CANARY', ['/faq thrown: string']],
  [undefined, ['/faq thrown: undefined']],
])('E26: of %o %j is sent', async (error, messages) => expect(await sent([error])).toEqual(messages))

test('cancelled requests and code of the browser’s extensions are not sent', async () => {
  const extension = Object.assign(new Error('broken'), { stack: 'at a (chrome-extension://abc/a.js:1:2)' })
  expect(await sent([new DOMException('left', 'AbortError'), extension])).toEqual([])
})

test('the same error is sent once', async () => {
  const fail = () => new Error('broken')
  const repeated = Array.from({ length: 100 }, fail)
  expect(await sent([...repeated, new Error('else')])).toEqual(['/faq broken', '/faq else'])
})

test('one load of a page sends 10 errors at most', async () => {
  const different = Array.from({ length: 100 }, (_, index) => new Error(`broken ${index}`))
  expect(await sent(different)).toHaveLength(10)
})

test('the code that sends is loaded at the first error, once', async () => {
  let loads = 0
  const load = async (send: SendReport) => {
    loads++
    return send
  }
  await sent([new StoreError(404, null)], load)
  expect(loads).toBe(0)
  await sent([new Error('broken'), new Error('else')], load)
  expect(loads).toBe(1)
})

test('where that code cannot be loaded or fails nothing is thrown, and the next error tries again', async () => {
  let isOnline = false
  const load = (send: SendReport) => {
    if (isOnline) return Promise.resolve(send)
    isOnline = true
    return Promise.reject(new TypeError('offline'))
  }
  expect(await sent([new Error('broken'), new Error('else')], load)).toEqual(['/faq else'])
  const failing: SendReport = () => {
    throw new Error('failing')
  }
  expect(await sent([new Error('broken')], async () => failing)).toEqual([])
})

test('what a page throws and nobody catches is reported; a foreign script’s error says nothing', () => {
  const target = new EventTarget()
  const reported: unknown[] = []
  watchUncaught(target, (error) => reported.push(error))
  const error = new Error('broken')
  for (const event of [
    Object.assign(new Event('error'), { error }),
    Object.assign(new Event('error'), { error: null }),
    Object.assign(new Event('unhandledrejection'), { reason: 'text' }),
  ])
    target.dispatchEvent(event)
  expect(reported).toEqual([error, 'text'])
})
