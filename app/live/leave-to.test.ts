import { afterEach, expect, test, vi } from 'vitest'
import { leaveTo } from './leave-to.ts'

afterEach(() => vi.unstubAllGlobals())

test('whoever comes back from another page gets this one anew', () => {
  const done: string[] = []
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  vi.stubGlobal('location', { assign: (url: string) => done.push(url), reload: () => done.push('reload') })
  leaveTo('https://pay.example/1')
  expect(done).toEqual(['https://pay.example/1'])
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  expect(done).toHaveLength(1)
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(done).toEqual(['https://pay.example/1', 'reload'])
})
