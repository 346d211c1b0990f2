import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { type Block, Blocks as Contract, blocks } from '../../contracts/blocks.ts'
import { BlockList, registry } from './blocks.tsx'

const html = (list: Block[]) => renderToString(<BlockList blocks={list} />)

afterEach(() => vi.restoreAllMocks())

test('every block of the contract has a component', () =>
  expect(Object.keys(registry).toSorted()).toEqual(Object.keys(blocks).toSorted()))

test.each(Object.keys(blocks))('an empty %s renders without an error', (component) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const error = vi.spyOn(console, 'error').mockReturnValue()
  expect(() => html(Contract.parse([{ component, _uid: 'a' }]))).not.toThrow()
  expect(warn).not.toHaveBeenCalled()
  expect(error).not.toHaveBeenCalled()
})

test('an unknown block renders nothing and logs one warning; the others stay', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const list = Contract.parse([
    { component: 'hologram', _uid: 'a' },
    { component: 'section-headers', _uid: 'b', title: 'Here' },
    { component: 'hologram', _uid: 'c' },
  ])
  expect(html(list) + html(list)).toMatch(/Here.*Here/s)
  expect(warn.mock.calls.filter(([message]) => String(message).includes('hologram'))).toHaveLength(1)
})

test.each(['constructor', '__proto__', 'toString', ''])('a block named %j renders nothing', (component) => {
  vi.spyOn(console, 'warn').mockReturnValue()
  expect(html([{ component, _uid: 'a' }])).toBe('')
})

test('blocks with the same uid all render', () => {
  const error = vi.spyOn(console, 'error').mockReturnValue()
  const twice = Contract.parse(
    ['One', 'Two'].map((title) => ({ component: 'section-headers', _uid: 'a', title })),
  )
  expect(html(twice)).toMatch(/One.*Two/s)
  expect(error).not.toHaveBeenCalled()
})

test('2,000 nested blocks are cut without an error', () => {
  let nested: Block[] = []
  for (let depth = 0; depth < 2000; depth++) {
    nested = [{ component: 'cards-wrapper', _uid: '', title: '', cards: nested }]
  }
  expect(html(nested).match(/<section/g)?.length).toBeLessThan(50)
})
