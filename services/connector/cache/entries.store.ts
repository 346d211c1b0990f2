import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { inGroups } from '../../../platform/database/groups.ts'
import { type Answers, type Forgotten, type KeptAnswer, type Load, together } from './entries.ts'

/** Beyond it the oldest go first: who may ask for any time range makes as many keys. */
const mostRows = 20_000

/**
 * Answers in PostgreSQL, for all processes. Each statement is one step: what the token guards needs no transaction.
 * @param scope begins all keys, and tells one workshop system's answers from another's on the same database
 */
export function createStoredAnswers(db: Database, scope = ''): Answers {
  const ownRow = ({ key, token }: Load) => sql<boolean>`key = ${scope + key} and load = ${token}::uuid`
  async function findAll(keys: string[]): Promise<(KeptAnswer | null)[]> {
    const rows = await db
      .selectFrom('workshopAnswer')
      .select(['key', 'answer', 'answeredAt', 'askAt', 'failedAt', 'load'])
      .where(sql<boolean>`key = any(${keys.map((key) => scope + key)}::text[])`)
      .execute()
    const byKey = new Map(rows.map((row) => [row.key, row]))
    return keys.map((key) => {
      const row = byKey.get(scope + key)
      if (!row) return null
      return {
        value: row.answer === null ? null : (JSON.parse(row.answer) as unknown),
        answeredAt: row.answeredAt?.getTime() ?? null,
        askAt: row.askAt.getTime(),
        failedAt: row.failedAt?.getTime() ?? null,
        load: row.load,
      }
    })
  }

  async function forget(forgotten: Forgotten): Promise<void> {
    const askAt = forgotten.isInVain
      ? sql`case when failed_at is null then 'epoch' else ask_at end`
      : sql`'epoch'`
    // In order, because two that take the same rows in different orders wait for each other for ever.
    await sql`
      update workshop_answer set ask_at = ${askAt}, load = null
      where key in (
        select key from workshop_answer where ${matching(forgotten, scope)} order by key for update)`.execute(
      db,
    )
  }

  return {
    // Twice, because one lost connection would make all of them ask the workshop system.
    find: inGroups({ most: 50, run: (keys) => findAll(keys).catch(() => findAll(keys)) }),
    async begin({ key, token, at }) {
      await db
        .insertInto('workshopAnswer')
        .values({ key: scope + key, askAt: new Date(at), load: token })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ load: token }))
        .execute()
    },
    async keep(load, value, askAt) {
      await db
        .updateTable('workshopAnswer')
        .set({
          answer: JSON.stringify(value),
          answeredAt: new Date(load.at),
          askAt: new Date(askAt),
          failedAt: null,
          load: null,
        })
        .where(ownRow(load))
        .execute()
    },
    async fail(load, askAt) {
      await db
        .updateTable('workshopAnswer')
        .set({ askAt: new Date(askAt), failedAt: new Date(load.at), load: null })
        .where(ownRow(load))
        .execute()
    },
    async drop(load) {
      await db.deleteFrom('workshopAnswer').where(ownRow(load)).execute()
    },
    async hurry(pauseMs) {
      const back = sql`failed_at + ${pauseMs}::float8 * interval '1 millisecond'`
      await sql`
        update workshop_answer set ask_at = ${back}
        where key in (
          select key from workshop_answer where failed_at is not null and ask_at > ${back}
          order by key for update skip locked)`.execute(db)
    },
    forget: inGroups({
      most: 16,
      async run(all) {
        const [inVain, done] = [true, false].map((isInVain) =>
          all.filter((forgotten) => (forgotten.isInVain ?? false) === isInVain),
        )
        if (done?.length) await forget(together(done))
        if (inVain?.length) await forget({ ...together(inVain), isInVain: true })
        return all.map(() => undefined)
      },
    }),
    async deleteBefore(instant) {
      await sql`
        delete from workshop_answer where key in (
          select key from workshop_answer
          where coalesce(answered_at, ask_at) < ${new Date(instant)}
            or key in (
              select key from workshop_answer order by coalesce(answered_at, ask_at) desc
              offset ${mostRows})
          for update skip locked)`.execute(db)
    },
  }
}

/** As `isForgotten`. Keys are ASCII and compared by their bytes. */
function matching({ keys = [], prefixes = [], ranges = [] }: Forgotten, scope: string): RawBuilder<boolean> {
  const begins = (prefix: string) => sql`key >= ${scope + prefix} and key < ${`${scope}${prefix}\u{ffff}`}`
  const conditions = [
    sql`key = any(${keys.map((key) => scope + key)}::text[])`,
    ...prefixes.map((prefix) => sql`(${begins(prefix)})`),
    ...ranges.map(
      ({ prefix, fromDateTime, untilDateTime }) => sql`(${begins(prefix)}
        and substr(key, ${scope.length + prefix.length + 1}::int, 16) collate "C" < ${untilDateTime}
        and right(key, 16) collate "C" > ${fromDateTime})`,
    ),
  ]
  return sql<boolean>`${sql.join(conditions, sql` or `)}`
}
