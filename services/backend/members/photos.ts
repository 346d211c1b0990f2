import type { BackendApi } from '../../../contracts/http/backend.ts'
import { wrongField } from '../../../contracts/problem.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import type { Pictures } from '../../../platform/images/render-image.ts'
import type { RateLimit } from '../../../platform/rate-limit.ts'
import * as store from './photos.store.ts'

interface Options {
  callers: Callers
  db: Database
  /** Makes a photo anew from its pixels. */
  pictures: Pick<Pictures, 'photo'>
  rateLimit: RateLimit
  clock: Clock
}

const perMember = { max: 20, refillSeconds: 180 }

/** The photo on the card of a member: they alone read and change it. */
export function photoHandlers({ callers, db, pictures, rateLimit, clock }: Options) {
  return {
    async memberPhoto({ person, query: { memberId } }) {
      await callers.requireOwn(person, memberId)
      return answerOf(await store.photoOf(db, memberId))
    },
    async changePhoto({ person, body: { memberId, photo } }) {
      await callers.requireOwn(person, memberId)
      await rateLimit.hit(`photo:${memberId}`, perMember)
      const jpeg = photo === null ? null : await made(photo)
      await store.writePhoto(db, { memberId, jpeg, now: clock() })
      return answerOf(jpeg)
    },
  } satisfies Partial<Handlers<BackendApi>>

  /** @throws Problem `invalidInput` for bytes that are no photo */
  async function made(photo: string): Promise<Buffer> {
    const result = await pictures.photo(Buffer.from(photo, 'base64'))
    if ('fault' in result) throw wrongField('photo', result.fault)
    return result.jpeg
  }
}

function answerOf(jpeg: Buffer | null): { jpeg: string | null } {
  return { jpeg: jpeg?.toString('base64') ?? null }
}
