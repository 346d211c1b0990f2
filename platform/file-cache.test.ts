import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openFileCache } from './file-cache.ts'

let folder: string
const warn = vi.fn()
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'file-cache-')), 'content')
  warn.mockClear()
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true }))

const file = (text: string, at = 1000) => ({ head: '{}', body: new TextEncoder().encode(text), at })
const open = (limits = {}) => openFileCache({ folder, warn, ...limits })

async function textOf(files: ReturnType<typeof openFileCache>, key: string): Promise<string | null> {
  const found = await files.get(key)
  return found && new TextDecoder().decode(found.body)
}

async function filled(...texts: string[]): Promise<string[]> {
  const files = open()
  for (const [at, text] of texts.entries()) await files.set(text, file(text, 1000 * (at + 1)))
  await files.close()
  return readdirSync(folder).map((name) => join(folder, name))
}

test('an entry survives a restart with its time', async () => {
  const bytes = new Uint8Array([0, 10, 255, 10, 13])
  const files = open()
  await files.set('a', { head: '{"status":200}', body: bytes, at: 1_763_700_000_123 })
  await files.set('b', file('first'))
  await files.set('b', file('second'))
  await files.close()
  const later = open()
  expect(await later.get('a')).toEqual({ head: '{"status":200}', body: bytes, at: 1_763_700_000_123 })
  expect(await textOf(later, 'b')).toBe('second')
  expect(await later.get('c')).toBeNull()
  expect(warn).not.toHaveBeenCalled()
})

test('an equal body is not written again, only its time', async () => {
  const files = open()
  const set = async (text: string, at: number) => {
    await files.set('a', file(text, at))
    await files.close()
    return statSync(join(folder, readdirSync(folder)[0] ?? '')).ino
  }
  const first = await set('a', 5000)
  expect(await set('a', 9000)).toBe(first)
  expect((await open().get('a'))?.at).toBe(9000)
  expect(await set('b', 9000)).not.toBe(first)
})

test('the least recently used entry is evicted first, in memory and on disk', async () => {
  const files = open({ maxFiles: 3 })
  for (const key of ['a', 'b', 'c']) await files.set(key, file(key))
  await files.get('a')
  await files.set('d', file('d'))
  await files.close()
  expect(await Promise.all(['a', 'b', 'c', 'd'].map((key) => textOf(files, key)))).toEqual([
    'a',
    null,
    'c',
    'd',
  ])
  expect(readdirSync(folder)).toHaveLength(3)
})

test('bytes are bounded, and one large body does not evict the others', async () => {
  const files = open({ maxBytes: 1000 })
  for (let each = 0; each < 50; each++) await files.set(`${each}`, file('x'.repeat(100)))
  await files.set('large', file('x'.repeat(101)))
  await files.close()
  expect(readdirSync(folder)).toHaveLength(10)
  expect(await files.get('49')).not.toBeNull()
  expect(await files.get('large')).toBeNull()
})

test('a folder above the limits loses its oldest files at the start', async () => {
  const keys = [...'abcdefgh']
  await filled(...keys)
  const files = open({ maxFiles: 2 })
  const found = await Promise.all(keys.map((key) => textOf(files, key)))
  expect(found.filter(Boolean)).toEqual(['g', 'h'])
  await files.close()
  expect(readdirSync(folder)).toHaveLength(2)
})

test.each([
  ['changed', (content: Buffer) => Buffer.concat([content, Buffer.from('x')])],
  ['cut', (content: Buffer) => content.subarray(0, -1)],
  ['empty', () => Buffer.alloc(0)],
])('a file that is %s counts as missing', async (_, damage) => {
  const [path = ''] = await filled('a')
  writeFileSync(path, damage(readFileSync(path)))
  expect(await open().get('a')).toBeNull()
  expect(existsSync(path)).toBe(false)
})

test('a misnamed or half written file is removed, a foreign file stays', async () => {
  const [path = ''] = await filled('a')
  const other = join(folder, 'f'.repeat(64))
  writeFileSync(other, readFileSync(path))
  writeFileSync(join(folder, 'README'), 'mine')
  writeFileSync(`${path}.77.tmp`, 'half')
  const files = open()
  expect(await textOf(files, 'a')).toBe('a')
  expect(readdirSync(folder).toSorted()).toEqual([path.split('/').at(-1), 'README'].toSorted())
})

test('a folder that cannot be written costs one warning; the memory works', async () => {
  writeFileSync(folder, 'a file where the folder should be')
  const files = open()
  await files.set('a', file('a'))
  await files.set('b', file('b'))
  await files.close()
  expect(await textOf(files, 'a')).toBe('a')
  expect(warn).toHaveBeenCalledOnce()
})

test('a deleted folder is written again', async () => {
  const files = open()
  await files.set('a', file('a'))
  await files.close()
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  await files.set('a', file('a', 2000))
  await files.close()
  await files.set('a', file('a', 3000))
  await files.close()
  expect(await textOf(open(), 'a')).toBe('a')
})
