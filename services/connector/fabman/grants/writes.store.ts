import { type Database, violates } from '../../../../platform/database/database.ts'

/** Names one write at Fabman: of which grant, and which of its lists and entries. */
export interface WriteId {
  key: string
  kind: 'member' | 'package' | 'credit' | 'training'
  position: number
}

/** Owner of the created object; `memberId` is null for the member itself. */
export interface Owner {
  account: number
  memberId: number | null
}

interface Write {
  /** Id of the object that the call has created; null = not known. */
  foundId: number | null
  askedAt: Date
  /** An earlier attempt has written the row, and may have made the call. */
  isEarlier: boolean
}

/** Rows of `fabman_write`: what grants create at Fabman. */
export function createWriteStore(db: Database) {
  const update = ({ key, kind, position }: WriteId) =>
    db
      .updateTable('fabmanWrite')
      .where('key', '=', key)
      .where('kind', '=', kind)
      .where('position', '=', position)

  return {
    /** Announces a call. */
    async open(id: WriteId, owner: Owner, now: Date): Promise<Write> {
      const fresh = await db
        .insertInto('fabmanWrite')
        .values({ ...id, ...owner, askedAt: now })
        .onConflict((conflict) => conflict.columns(['key', 'kind', 'position']).doNothing())
        .returning('key')
        .executeTakeFirst()
      if (fresh) return { foundId: null, askedAt: now, isEarlier: false }
      const { key, kind, position } = id
      const earlier = await db
        .selectFrom('fabmanWrite')
        .select(['foundId', 'askedAt'])
        .where('key', '=', key)
        .where('kind', '=', kind)
        .where('position', '=', position)
        .executeTakeFirstOrThrow()
      return { ...earlier, isEarlier: true }
    },
    async askAgain(id: WriteId, now: Date): Promise<void> {
      await update(id).set({ askedAt: now }).execute()
    },
    /** Stores what the call has created; false when that belongs to another write. */
    async found(id: WriteId, foundId: number): Promise<boolean> {
      try {
        await update(id).set({ foundId }).execute()
        return true
      } catch (error) {
        if (violates(error, 'fabman_write_found')) return false
        throw error
      }
    },
    /** Forgets a call that Fabman has not carried out. */
    async close({ key, kind, position }: WriteId): Promise<void> {
      await db
        .deleteFrom('fabmanWrite')
        .where('key', '=', key)
        .where('kind', '=', kind)
        .where('position', '=', position)
        .execute()
    },
  }
}
