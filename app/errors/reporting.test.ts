import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { expect, test } from 'vitest'
import { StoreError } from '../../clients/store-error.ts'
import { createReport, isForeign } from './reporting.ts'

test.each([
  [299, true],
  [300, false],
  [404, false],
  [499, false],
  [500, true],
  [undefined, true],
])('E26: status %s is reported: %s', (status, reported) => {
  const written: object[] = []
  const report = createReport((details, message) => written.push({ ...details, message }))
  const error = status ? new ErrorResponse(status, '', null) : new Error('broken')
  report(error, '/faq')
  expect(written).toEqual(reported ? [{ err: error, path: '/faq', message: 'page failed' }] : [])
})

test.each([
  ['POST', 'https://evil.example', true],
  ['POST', 'null', true],
  ['POST', 'https://halle9.example', false],
  ['POST', 'http://localhost:3000', false],
  ['POST', undefined, false],
  ['GET', 'https://evil.example', false],
])('%s with the origin %s is foreign: %s', (method, origin, foreign) => {
  const request = new Request('http://localhost:3000/me', { method, headers: origin ? { origin } : {} })
  expect(isForeign(request, 'https://halle9.example')).toBe(foreign)
})

test.each([
  [401, false],
  [422, false],
  [500, true],
])('E26: a service answered %s: reported %s', (status, reported) => {
  let reports = 0
  createReport(() => reports++)(new StoreError(status, null), '/booking')
  expect(reports).toBe(reported ? 1 : 0)
})
