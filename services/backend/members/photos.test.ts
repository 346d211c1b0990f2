import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ids, mia, openServices, origin, tom } from '../../../tests/services.fixture.ts'
import { lockPhotos } from './photos.store.ts'

let world: Awaited<ReturnType<typeof openServices>>

beforeAll(async () => {
  world = await openServices()
})
afterAll(() => world.close())
afterEach(() => world.db.deleteFrom('photo').execute())

const plain = (background: string) => sharp({ create: { width: 640, height: 500, channels: 3, background } })

async function ask(path: string, body?: object, claims: object = mia) {
  const token = await world.id.token({ ...claims })
  const response = await world.fetch(
    new Request(`${origin}/api/member/photo${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
  return { status: response.status, body: (await response.json()) as { jpeg: string | null } }
}

/** Sends a photo; null removes it. */
const send = (photo: Buffer | null, { memberId = ids.mia, claims = mia } = {}) =>
  ask('/change', { memberId, photo: photo?.toString('base64') ?? null }, claims)

const get = async () => (await ask(`/get?memberId=${ids.mia}`)).body.jpeg

test('a photo is made anew: square, and without what else was in its file', async () => {
  const sent = await plain('#a52')
    .withExif({ IFD0: { Copyright: 'a secret place' } })
    .jpeg()
    .toBuffer()
  const { status, body } = await send(sent)
  expect(status).toBe(200)
  expect(await get()).toBe(body.jpeg)
  const kept = await sharp(Buffer.from(body.jpeg ?? '', 'base64')).metadata()
  expect(kept).toMatchObject({ format: 'jpeg', width: 480, height: 480 })
  expect(kept.exif).toBeUndefined()
})

test('another photo takes its place, and null removes it', async () => {
  const { body: first } = await send(await plain('#a52').png().toBuffer())
  const { body: second } = await send(await plain('#25a').webp().toBuffer())
  expect(second.jpeg).not.toBe(first.jpeg)
  expect(await get()).toBe(second.jpeg)
  expect(await send(null)).toEqual({ status: 200, body: { jpeg: null } })
  expect(await get()).toBeNull()
})

test('what is no photo is refused, and the one on the card stays', async () => {
  const { body } = await send(await plain('#a52').jpeg().toBuffer())
  for (const file of [Buffer.from('<svg/>'), (await plain('#25a').jpeg().toBuffer()).subarray(0, 200)])
    expect((await send(file)).status).toBe(400)
  expect(await get()).toBe(body.jpeg)
})

test('nobody changes or removes the photo of somebody else', async () => {
  const { body } = await send(await plain('#a52').jpeg().toBuffer())
  const other = await plain('#25a').jpeg().toBuffer()
  for (const photo of [other, null]) expect((await send(photo, { claims: tom })).status).toBe(404)
  expect(await get()).toBe(body.jpeg)
})

test('a change waits for orders that bring photos', async () => {
  const photo = await plain('#a52').jpeg().toBuffer()
  let sent: Promise<string> | undefined
  await world.db.transaction().execute(async (tx) => {
    await lockPhotos(tx)
    sent = send(photo).then(() => 'stored')
    expect(await Promise.race([sent, setTimeout(500, 'waits')])).toBe('waits')
  })
  expect(await sent).toBe('stored')
})

test('a member who changes it again and again has to wait', async () => {
  await world.db.deleteFrom('rateLimit').execute()
  const answers: number[] = []
  for (let time = 0; time < 21; time++) answers.push((await send(null)).status)
  expect(new Set(answers.slice(0, 20))).toEqual(new Set([200]))
  expect(answers[20]).toBe(429)
})
