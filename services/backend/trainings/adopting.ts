import { type Day, dayOf, toLocal } from '../../../rules/time.ts'
import { isProblem } from '../../../contracts/problem.ts'
import type { GivenAtWorkshop } from '../../../contracts/member.ts'
import type { Ordering } from '../orders/parts.ts'
import { placeOf } from './place.ts'
import * as store from './adopting.store.ts'

/** At night nobody waits for the calls that this costs. */
const fromHour = 3
/** The giver of trainings that come from the workshop system itself: only Fabman lists them. */
const by = 'Fabman'

/**
 * Returns a job that learns once a day, from 3 o'clock on, what was given, moved and taken away at the workshop system
 * itself; a day that failed is repeated by its next turn.
 */
export function nightlyAdoption(parts: Ordering): () => Promise<void> {
  let adoptedOn: Day | null = null
  return async () => {
    const [space] = await parts.connector.spaces()
    if (!space) return
    const now = toLocal(parts.clock(), space.timezone)
    const today = dayOf(now)
    if (Number(now.slice(11, 13)) < fromHour || adoptedOn === today) return
    await adoptAll(parts, today)
    adoptedOn = today
  }
}

/** A workshop system without such a list has nothing that was not given here. */
async function adoptAll(parts: Ordering, today: Day): Promise<void> {
  const { db, connector, log } = parts
  // Read first: what a message brings meanwhile is not missing from the list.
  const imported = await store.importedEntries(db)
  const given = await connector.givenTrainings().catch((error: unknown) => {
    if (isProblem(error) && error.code === 'notSupported') return null
    throw error
  })
  if (!given) return
  for (const [member, entries] of Map.groupBy(given, (each) => each.member))
    await adopt(parts, { member, today, entries, known: await store.entriesOf(db, member) })
  // A list can lack a member, such as one whose page moved while it was read: only their own list tells what is gone.
  const listed = new Set(given.map(({ id }) => id))
  const missing = imported.filter(({ workshopId }) => workshopId !== null && !listed.has(workshopId))
  for (const member of new Set(missing.map(({ memberId }) => memberId)))
    await adoptTrainingsOf(parts, member).catch((error: unknown) =>
      log.warn({ err: error, member }, 'trainings that may be gone were not looked up'),
    )
}

/** Learns what a member was given and what was taken away: the workshop system has told that it changed. */
export async function adoptTrainingsOf(parts: Ordering, member: number): Promise<void> {
  const { db, connector } = parts
  const known = await store.entriesOf(db, member)
  const placed = await placeOf(parts, member)
  const trainings = placed && (await connector.trainings(member))
  if (!trainings) return
  const { firstName, lastName } = placed.member
  const name = `${firstName} ${lastName}`.trim()
  const entries = trainings.map((each) => ({ ...each, name }))
  await adopt(parts, { member, today: placed.today, entries, known })
  for (const { id, workshopId } of known.filter(isImported))
    if (!entries.some((each) => each.id === workshopId))
      await store.noteRemoved(db, id, { on: placed.today, by })
}

interface Found {
  member: number
  today: Day
  /** What the member has at the workshop system. */
  entries: Omit<GivenAtWorkshop, 'member'>[]
  /** What is known here of it. */
  known: Awaited<ReturnType<typeof store.entriesOf>>
}

const isImported = ({ source, state }: Found['known'][number]) => source === 'import' && state === 'given'

/** Adds what is not known here, and brings what came from there up to date. What was given here stays as it is. */
async function adopt({ db, clock }: Ordering, { member, today, entries, known }: Found): Promise<void> {
  const isNew = entries.filter(
    ({ id, fromDate, untilDate }) =>
      !known.some((each) => each.workshopId === id) &&
      (untilDate === null || (untilDate >= today && untilDate >= fromDate)),
  )
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
    for (const { id, workshopId, until, givenOn } of known.filter(isImported)) {
      const now = entries.find((each) => each.id === workshopId)
      if (now && now.untilDate !== until && (now.untilDate ?? givenOn) >= givenOn)
        await store.noteEnd(tx, id, now.untilDate)
    }
  })
}
