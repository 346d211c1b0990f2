import { type Day, dayOf, toLocal } from '../../../rules/time.ts'
import { isProblem } from '../../../contracts/problem.ts'
import type { GivenAtWorkshop } from '../../../contracts/member.ts'
import type { Ordering } from '../orders/parts.ts'
import { placeOf } from './place.ts'
import * as store from './adopting.store.ts'

/** At night nobody waits for the calls that this costs. */
const atHour = 3
/** The giver of trainings that come from the workshop system itself: only Fabman lists them. */
const by = 'Fabman'

/** Learns once a night what was given, moved and taken away at the workshop system itself. */
export async function adoptTrainings(parts: Ordering): Promise<void> {
  const { connector, clock } = parts
  const [space] = await connector.spaces()
  if (!space) return
  const now = toLocal(clock(), space.timezone)
  if (Number(now.slice(11, 13)) !== atHour) return
  await adoptAll(parts, dayOf(now))
}

/** The same at any hour. A workshop system without such a list has nothing that was not given here. */
async function adoptAll(parts: Ordering, today: Day): Promise<void> {
  const given = await parts.connector.givenTrainings().catch((error: unknown) => {
    if (isProblem(error) && error.code === 'notSupported') return null
    throw error
  })
  if (!given) return
  const byMember = Map.groupBy(given, ({ member }) => member)
  const imported = await store.importedMembers(parts.db)
  for (const member of new Set([...byMember.keys(), ...imported]))
    await adopt(parts, { member, today, entries: byMember.get(member) ?? [] })
}

/** Learns what a member was given: the workshop system has told that it changed. */
export async function adoptTrainingsOf(parts: Ordering, member: number): Promise<void> {
  const placed = await placeOf(parts, member)
  if (!placed) return
  const { firstName, lastName } = placed.member
  const name = `${firstName} ${lastName}`.trim()
  const entries = ((await parts.connector.trainings(member)) ?? []).map((each) => ({ ...each, member, name }))
  await adopt(parts, { member, today: placed.today, entries })
}

interface Found {
  member: number
  today: Day
  /** Everything that the member has at the workshop system. */
  entries: Omit<GivenAtWorkshop, 'member'>[]
}

/** Adds what is not known here, and brings what came from there up to date. What was given here stays as it is. */
async function adopt({ db, clock }: Ordering, { member, today, entries }: Found): Promise<void> {
  const known = await store.entriesOf(db, member)
  const isNew = entries.filter(
    ({ id, fromDate, untilDate }) =>
      !known.some((each) => each.workshopId === id) &&
      (untilDate === null || (untilDate >= today && untilDate >= fromDate)),
  )
  const imported = known.filter(({ source, state }) => source === 'import' && state === 'given')
  await db.transaction().execute(async (tx) => {
    for (const { id, name, training, title, fromDate, untilDate } of isNew)
      await store.adopt(tx, {
        memberId: member,
        holderName: name,
        trainingId: training,
        title,
        source: 'import',
        placeId: null,
        givenBy: by,
        reason: null,
        givenOn: fromDate,
        ownUntil: untilDate,
        until: untilDate,
        createdAt: clock(),
        workshopId: id,
      })
    for (const { id, workshopId, until, givenOn } of imported) {
      const now = entries.find((each) => each.id === workshopId)
      if (!now) await store.noteRemoved(tx, id, { on: today, by })
      else if (now.untilDate !== until && (now.untilDate ?? givenOn) >= givenOn)
        await store.noteEnd(tx, id, now.untilDate)
    }
  })
}
