import { createHash } from 'node:crypto'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'

const grantable = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken'])

export type PayloadStore = ReturnType<typeof createPayloadStore>

/** Protocol state of oidc-provider: rows of `oidc_payload`, without any usable token, session or ticket id. */
export function createPayloadStore(db: Database, clock: Clock) {
  return {
    adapter: (model: string): Adapter => createAdapter(db, clock, model),

    /** Ends every session, grant and token of an account. */
    async endAccount(accountId: string): Promise<void> {
      await endSessions(db, clock(), { accountId })
      await db.deleteFrom('oidcPayload').where('accountId', '=', accountId).execute()
    },

    /** Ends a grant with all its tokens. */
    async endGrant(grantId: string): Promise<void> {
      await db
        .deleteFrom('oidcPayload')
        .where((where) =>
          where.or([
            where('grantId', '=', grantId),
            where.and([where('model', '=', 'Grant'), where('idHash', '=', hashOf(grantId))]),
          ]),
        )
        .execute()
    },

    /** Deletes expired rows and returns their number. */
    async removeExpired(): Promise<number> {
      const result = await db.deleteFrom('oidcPayload').where('expiresAt', '<', clock()).executeTakeFirst()
      return Number(result.numDeletedRows)
    },
  }
}

function createAdapter(db: Database, clock: Clock, model: string): Adapter {
  const ofId = (id: string) =>
    db
      .selectFrom('oidcPayload')
      .select(['payload', 'consumedAt'])
      .where('model', '=', model)
      .where('idHash', '=', hashOf(id))
      .where((where) => where.or([where('expiresAt', 'is', null), where('expiresAt', '>', clock())]))
      .$if(model === 'Session', (rows) => rows.where('consumedAt', 'is', null))

  return {
    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn ? new Date(clock().getTime() + expiresIn * 1000) : null
      const values = { ...columnsOf(model, id, payload), expiresAt }
      await db
        .insertInto('oidcPayload')
        .values({ model, idHash: hashOf(id), ...values })
        .onConflict((conflict) => {
          const update = conflict.columns(['model', 'idHash']).doUpdateSet(values)
          // A request that began before the sign-out saves its session after it.
          return model === 'Session' ? update.where('oidcPayload.consumedAt', 'is', null) : update
        })
        .execute()
    },

    async find(id) {
      const row = await ofId(id).executeTakeFirst()
      return row && withId(id, row.payload, row.consumedAt)
    },

    async findByUid(uid) {
      const row = await db
        .selectFrom('oidcPayload')
        .select('payload')
        .where('model', '=', model)
        .where('uid', '=', uid)
        .where('expiresAt', '>', clock())
        // Two tabs that resume at once may leave two rows of one session.
        .orderBy('expiresAt', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row && (JSON.parse(row.payload) as AdapterPayload)
    },

    // The device flow, the only user of user codes, is off.
    findByUserCode: async () => undefined,

    /** Exactly one of parallel uses of one code or refresh token succeeds (RFC 6749 section 10.5). */
    async consume(id) {
      const result = await db
        .updateTable('oidcPayload')
        .set({ consumedAt: clock() })
        .where('model', '=', model)
        .where('idHash', '=', hashOf(id))
        .where('consumedAt', 'is', null)
        .executeTakeFirst()
      if (result.numUpdatedRows !== 1n) throw new errors.InvalidGrant('already used')
    },

    async destroy(id) {
      if (model === 'Session') return endSessions(db, clock(), { idHash: hashOf(id) })
      await db.deleteFrom('oidcPayload').where('model', '=', model).where('idHash', '=', hashOf(id)).execute()
    },

    async revokeByGrantId(grantId) {
      await db.deleteFrom('oidcPayload').where('model', '=', model).where('grantId', '=', grantId).execute()
    },
  }
}

/** Longer than any request takes that may save a session which has ended meanwhile. */
const endedMs = 3_600_000

/** Leaves nothing of sessions but that they have ended, so that no request brings them back. */
async function endSessions(
  db: Database,
  now: Date,
  of: { idHash: Buffer } | { accountId: string },
): Promise<void> {
  const expiresAt = new Date(now.getTime() + endedMs)
  const ended = { payload: '{}', accountId: null, grantId: null, uid: null, consumedAt: now, expiresAt }
  const rows = db.updateTable('oidcPayload').set(ended).where('model', '=', 'Session')
  await (
    'idHash' in of ? rows.where('idHash', '=', of.idHash) : rows.where('accountId', '=', of.accountId)
  ).execute()
}

function columnsOf(model: string, id: string, payload: AdapterPayload) {
  return {
    payload: withoutId(id, payload),
    accountId: payload.accountId ?? payload.session?.accountId ?? null,
    grantId: grantable.has(model) ? (payload.grantId ?? null) : null,
    uid: model === 'Session' ? (payload.uid ?? null) : null,
  }
}

function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest()
}

const idHole = '{id}'

/** The library repeats the id in `jti`, an interaction's also in `returnTo`, and the session's in `session.cookie`. */
function withoutId(id: string, payload: AdapterPayload): string {
  const { jti: _, consumed: __, ...rest } = payload
  return JSON.stringify({
    ...rest,
    ...(rest.session && { session: { ...rest.session, cookie: undefined } }),
    ...(rest.returnTo && { returnTo: rest.returnTo.replace(id, idHole) }),
  })
}

function withId(id: string, text: string, consumedAt: Date | null): AdapterPayload {
  const payload = JSON.parse(text) as AdapterPayload
  return {
    ...payload,
    jti: id,
    ...(payload.returnTo && { returnTo: payload.returnTo.replace(idHole, id) }),
    ...(consumedAt && { consumed: Math.floor(consumedAt.getTime() / 1000) }),
  }
}
