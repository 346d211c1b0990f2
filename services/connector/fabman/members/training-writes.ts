import { FabmanVersionedTraining } from '../../../../contracts/fabman.ts'
import type { MemberTraining } from '../../../../contracts/member.ts'
import type { WorkshopSystem } from '../../workshop-system.ts'
import { readWithin, writeMs } from '../failures.ts'
import { endsBeforeItBegins } from '../../training-end.ts'
import type { Parts } from '../parts.ts'
import { changeVersioned } from './changing.ts'
import { displayKeysOf } from './keys.ts'

/** Changes and takes away trainings of members; a repeat, also after a lost answer, changes nothing. */
export function trainingWrites(
  parts: Pick<Parts, 'client' | 'cache' | 'now'>,
  trainings: (member: number) => Promise<MemberTraining[] | null>,
) {
  const { client, cache, now } = parts
  const pathOf = (member: number, owned: number) => `/members/${member}/trainings/${owned}`
  return {
    endTraining: (member, owned, { untilDate }) =>
      written(member, async () => {
        await changeVersioned(parts, {
          path: pathOf(member, owned),
          schema: FabmanVersionedTraining,
          body: { untilDate },
          isDone(found) {
            const first = found.fromDate ?? found.date
            if (untilDate !== null && first !== null && untilDate < first) throw endsBeforeItBegins()
            return found.untilDate === untilDate
          },
          field: 'untilDate',
        })
      }),
    removeTraining: (member, owned) =>
      written(member, async () => {
        const path = pathOf(member, owned)
        const deadline = now() + writeMs
        if (await readWithin(writeMs, () => client.get(path, FabmanVersionedTraining)))
          await client.delete(path, deadline)
      }),
  } satisfies Partial<WorkshopSystem>

  async function written(member: number, write: () => Promise<void>): Promise<MemberTraining[] | null> {
    try {
      await write()
    } finally {
      await cache.invalidate([`${displayKeysOf(member)}*`])
    }
    return trainings(member)
  }
}
