import { expect, test } from 'vitest'
import { addressesOf } from './content-addresses.ts'

const links = [
  { uuid: 'one', slug: 'faq', is_folder: false, published: true, alternates: [] },
  { uuid: 'long', slug: 'x'.repeat(1001), is_folder: false, published: true, alternates: [] },
] as unknown as Parameters<typeof addressesOf>[0]

test('slashes around a path do not matter, slashes within do', () => {
  const { at } = addressesOf(links)
  for (const path of ['faq', '/faq', '/faq/', '///faq//']) expect(at(path, 'de')).toBe('one')
  for (const path of ['f/aq', '', '/', '////']) expect(at(path, 'de')).toBeNull()
})

test('a path above 1,000 characters is none', () => {
  const { at } = addressesOf(links)
  expect(at(`${'/'.repeat(997)}faq`, 'de')).toBe('one')
  expect(at(`${'/'.repeat(998)}faq`, 'de')).toBeNull()
  expect(at('x'.repeat(1001), 'de')).toBeNull()
})
