import { expect, test } from 'vitest'
import { isPageAddress, validateRoute } from './validate-route.ts'

const at = (path: string) => new URL(`https://halle9.example${path}`)

test('E2: 404, fatal, with the default message or a given one', () => {
  const refuse = validateRoute(() => false)
  expect(() => refuse({ url: at('/faq?a=b') })).toThrow(
    expect.objectContaining({
      data: { message: 'Page Not Found: /faq', fatal: true },
      init: { status: 404 },
    }),
  )
  const own = validateRoute(
    () => false,
    ({ pathname }) => `Nothing at ${pathname}`,
  )
  expect(() => own({ url: at('/faq') })).toThrow(
    expect.objectContaining({ data: { message: 'Nothing at /faq', fatal: true } }),
  )
  expect(() => validateRoute(() => true)({ url: at('/faq') })).not.toThrow()
})

test.each(['/', '/faq', '/en/equipment/laser-cutter', '/caf%C3%A9', '/a%20b/'])('%s can be a page', (path) =>
  expect(isPageAddress(at(path))).toBe(true),
)

test.each(['/%E0%A4%A', '/a%2f%2fb', '/a//b', '/a%5Cb', '/a%0Ab', `/${'a'.repeat(1001)}`])(
  '%s cannot be a page',
  (path) => expect(isPageAddress(at(path))).toBe(false),
)
