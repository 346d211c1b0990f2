import { expect, test } from 'vitest'
import { createAssetReader } from './assets.ts'

const requested: string[] = []
const read = createAssetReader([
  {
    prefix: 'https://halle9.example/content/f/',
    fetch: async ({ url }) => {
      requested.push(url)
      if (url.endsWith('gone.svg')) return new Response('', { status: 404 })
      if (url.endsWith('away.svg')) throw new TypeError('away')
      if (url.endsWith('broken.svg')) return new Response('', { status: 503 })
      return new Response(url.endsWith('huge.svg') ? 'x'.repeat(200_001) : '<svg/>')
    },
  },
])

test('reads an asset of the content service', async () => {
  expect(await read('https://halle9.example/content/f/1/a.svg')).toBe('<svg/>')
})

test.each(['gone', 'huge'])('%s is null', async (name) => {
  expect(await read(`https://halle9.example/content/f/1/${name}.svg`)).toBeNull()
})

test.each(['away', 'broken'])('%s throws: it may be there later', async (name) => {
  await expect(read(`https://halle9.example/content/f/1/${name}.svg`)).rejects.toThrow()
})

test.each([
  'https://evil.example/a.svg',
  'http://169.254.169.254/latest.svg',
  'https://halle9.example.evil.example/content/f/a.svg',
  'https://halle9.example/content/f/../../api/x.svg',
  'file:///etc/passwd.svg',
])('%s is never requested', async (url) => {
  requested.length = 0
  expect(await read(url)).toBeNull()
  expect(requested).toEqual([])
})
