import { expect, test } from 'vitest'
import { readPhoto } from './read-photo.server.ts'

function sent(): Request {
  const body = new FormData()
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
  const made = { jpeg: Buffer.from('made').toString('base64') }
  expect(await Promise.all(four)).toEqual([made, made, made, made])
  expect(await readPhoto(sent(), pictures)).toEqual(made)
})
