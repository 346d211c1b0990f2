import type { FabmanClient } from '../../../../clients/fabman/fabman.ts'
import {
  FabmanHoliday,
  FabmanMember,
  FabmanResource,
  FabmanOpeningHour,
  FabmanSpace,
  FabmanTrainingCourse,
} from '../../../../contracts/fabman.ts'
import type { Equipment } from '../../../../contracts/equipment.ts'
import type { Member } from '../../../../contracts/member.ts'
import type { Space } from '../../../../contracts/space.ts'
import type { TrainingCourse } from '../../../../contracts/training.ts'
import type { Cache } from '../../cache/cache.ts'
import { toCents } from '../../../../rules/money.ts'
import type { WorkshopSystem } from '../../workshop-system.ts'
import { asUnavailable } from '../failures.ts'
import { type Cached, createPackages } from './packages.ts'

/** The connector's cache keeps what it shows for longer, under keys of its own. */
const lifetimeSeconds = 60

/**
 * Spaces, equipment, members, packages and courses, cached for a minute under `fabman:…`. All methods throw Problem
 * `upstreamUnavailable`. A stale entry never stands in here, because the connector's cache would take it for a new one.
 */
export function createDirectory({ client, cache }: { client: FabmanClient; cache: Cache }) {
  const cached: Cached = (key, load, onStale) =>
    cache.get(`fabman:${key}`, lifetimeSeconds, () => asUnavailable(load), onStale)
  const fabmanMember = (id: number) =>
    cached(`member:${id}`, () => client.get(`/members/${id}`, FabmanMember))
  const courses = () =>
    cached('courses', async () => (await client.list('/training-courses', FabmanTrainingCourse)) ?? [])
  const directory = {
    spaces: (): Promise<Space[]> =>
      cached('spaces', async () => {
        const spaces = await client.list('/spaces', FabmanSpace, { embed: ['openingHours'] })
        return Promise.all(
          (spaces ?? []).map(async (each) => {
            const holidays = await directory.holidays(each.id)
            const _embedded = { openingHours: await openingHours(client, each), holidays }
            return { ...each, locale: each.locale ?? 'de', _embedded }
          }),
        )
      }),
    space: async (id: number): Promise<Space | null> =>
      (await directory.spaces()).find((space) => space.id === id) ?? null,

    equipment: (): Promise<Equipment[]> =>
      cached('equipment', async () => {
        const resources = await client.list('/resources', FabmanResource, { embed: ['bridge'] })
        return (resources ?? []).map(toEquipment).toSorted((one, other) => one.id - other.id)
      }),
    equipmentItem: async (id: number): Promise<Equipment | null> =>
      (await directory.equipment()).find((item) => item.id === id) ?? null,

    /** Names hardly change. What a member may do is not cached here. */
    member: async (id: number): Promise<Member | null> => {
      const known = await fabmanMember(id)
      return known && toMember(known)
    },
    /** Returns the least prepaid balance that a booking may leave, in cents; null = the member pays later. */
    leastBalance: async (id: number): Promise<number | null> => {
      const known = await fabmanMember(id)
      return known?.requireUpfrontPayment ? toCents(known.upfrontMinimumBalance) : null
    },

    ...createPackages(client, cached),
    /** Returns the ids of the equipment that a course unlocks; none for an unknown course. */
    courseEquipment: async (id: number): Promise<number[]> => {
      const listed = (await courses()).find((course) => course.id === id)?.resources
      if (listed) return listed
      // The list may leave out a course that is no longer offered, although its trainings are valid.
      const single = () => client.get(`/training-courses/${id}`, FabmanTrainingCourse)
      return (await cached(`course:${id}`, single))?.resources ?? []
    },
    trainingCourses: async (): Promise<TrainingCourse[]> => {
      const given = (await courses()).filter(({ state }) => (state ?? 'active') === 'active')
      return Promise.all(
        given.map(async ({ id, title, resources }) => ({
          id,
          title,
          resources: resources ?? (await directory.courseEquipment(id)),
        })),
      )
    },
    /** Returns the days on which a space is closed, from today on. */
    holidays: (space: number) =>
      cached(
        `holidays:${space}`,
        async () => (await client.list(`/spaces/${space}/holidays`, FabmanHoliday)) ?? [],
      ),
  }
  return directory
}
export type Directory = ReturnType<typeof createDirectory>

export function directoryCalls({ directory }: { directory: Directory }) {
  return {
    spaces: directory.spaces,
    space: directory.space,
    async equipment({ space }) {
      const all = await directory.equipment()
      return space === undefined ? all : all.filter((item) => item.space === space)
    },
    equipmentItem: directory.equipmentItem,
    trainingCourses: directory.trainingCourses,
    packageList: directory.packages,
  } satisfies Partial<WorkshopSystem>
}

/** No recorded list of spaces embeds them. */
async function openingHours({ list }: Pick<FabmanClient, 'list'>, { id, _embedded }: FabmanSpace) {
  return _embedded?.openingHours ?? (await list(`/spaces/${id}/opening-hours`, FabmanOpeningHour)) ?? []
}

function toEquipment({ _embedded, controlType, value, ...resource }: FabmanResource): Equipment {
  const { inUse = false, offline = false } = _embedded?.bridge ?? {}
  return { ...resource, controlType: controlType ?? 'machine', value: value ?? null, inUse, offline }
}

export function toMember(found: FabmanMember): Member {
  const { firstName, lastName, emailAddress, space, ...others } = found
  const { requireUpfrontPayment: _, upfrontMinimumBalance: __, ...member } = others
  return {
    ...member,
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    emailAddress: emailAddress ?? '',
    // A member of all spaces belongs to none.
    space: space ?? 0,
  }
}
