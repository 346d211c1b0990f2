import { expect, test } from 'vitest'
import { readPhoto } from './read-photo.server.ts'

function sent(fields: Record<string, string> = {}): Request {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('photo', new File(['x'], 'me.jpg'))
  return new Request('http://localhost/', { method: 'POST', body })
}

test('a fifth photo at once is refused, and the next one is taken', async () => {
  const open = Promise.withResolvers<void>()
  const pictures = {
    async photo() {
      await open.promise
      return { jpeg: Buffer.from('made') }
    },
  }
  const four = [1, 2, 3, 4].map(() => readPhoto(sent(), pictures))
  expect(await readPhoto(sent(), pictures)).toEqual({ error: 'signup_error_image_busy' })
  open.resolve()
  const made = { jpeg: Buffer.from('made').toString('base64'), replaces: false, next: 'payment' }
  expect(await Promise.all(four)).toEqual([made, made, made, made])
  expect(await readPhoto(sent(), pictures)).toEqual(made)
})

test.each([
  [{ do: 'later' }, { jpeg: null, replaces: false, next: 'payment' }],
  [{ do: 'delete' }, { jpeg: null, replaces: false, next: 'image' }],
  [{ replaces: 'yes' }, { jpeg: 'bWFkZQ==', replaces: true, next: 'payment' }],
])('a form with %j is %j', async (fields, read) => {
  const pictures = { photo: async () => ({ jpeg: Buffer.from('made') }) }
  expect(await readPhoto(sent(fields), pictures)).toEqual(read)
})

test('a photo of the camera counts when no file is chosen', async () => {
  const pictures = { photo: async (bytes: Uint8Array) => ({ jpeg: Buffer.from(bytes) }) }
  const body = new FormData()
  body.set('photo', new File([], ''))
  expect(await readPhoto(new Request('http://localhost/', { method: 'POST', body }), pictures)).toEqual({
    error: 'signup_error_image_missing',
  })
  body.set('camera', new File(['shot'], 'me.jpg'))
  expect(await readPhoto(new Request('http://localhost/', { method: 'POST', body }), pictures)).toMatchObject(
    { jpeg: Buffer.from('shot').toString('base64') },
  )
})

test('a form with many parts is not taken apart', async () => {
  const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const request = (parts: string) =>
    new Request('http://localhost/', { method: 'POST', body: `${parts}--b--\r\n`, headers })
  const pictures = { photo: async () => ({ jpeg: Buffer.from('made') }) }
  const later = '--b\r\nContent-Disposition: form-data; name="do"\r\n\r\nlater\r\n'
  expect(await readPhoto(request(later + part.repeat(5)), pictures)).toMatchObject({ jpeg: null })
  const { user } = process.threadCpuUsage()
  expect(await readPhoto(request(later + part.repeat(160_000)), pictures)).toEqual({
    error: 'signup_error_image_missing',
  })
  expect(process.threadCpuUsage().user - user).toBeLessThan(300_000)
})
