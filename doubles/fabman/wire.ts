import type { Account, Fields, Row, Table } from './account.ts'
import { isValidOn } from './money.ts'

/** Fields that the account needs and the recorded answers do not have. */
const inside: Partial<Record<Table, readonly string[]>> = {
  holidays: ['space', 'account'],
  resourceTypes: ['lockVersion'],
  packageCredits: ['account'],
  packagePermissions: ['account'],
  memberPackages: ['member', 'account'],
  memberTrainings: ['member', 'account'],
}

/** Returns a row with the fields that Fabman answers. */
export function onWire(table: Table, row: Row): Fields {
  return without(row, inside[table] ?? [])
}

/** Returns what `embed` adds under `_embedded`; undefined for an unknown name. */
export function embedded(account: Account, table: Table, row: Row, name: string): Fields | undefined {
  const { packages, trainingCourses } = account.tables
  /** The rows of a member, each with its own embedded part. */
  const ofMember = (
    of: 'memberTrainings' | 'memberPackages',
    part: string,
    isShown: (each: Row) => boolean = () => true,
  ) =>
    account
      .rows(of)
      .filter((each) => each['member'] === row.id && isShown(each))
      .map((each) => ({ ...onWire(of, each), _embedded: embedded(account, of, each, part) }))
  const isActive = (owned: Row) => isValidOn(account.today(), owned, row)
  const embeds: Partial<Record<Table, Record<string, () => Fields>>> = {
    spaces: {
      openingHours: () => ({ openingHours: account.openingHours.get(row.id) ?? [] }),
      holidays: () => ({
        holidays: account
          .rows('holidays')
          .filter(({ space }) => space === row.id)
          .map((each) => onWire('holidays', each)),
      }),
    },
    resources: { bridge: () => ({ bridge: bridgeOf(account, row) }) },
    members: {
      trainings: () => ({ trainings: ofMember('memberTrainings', 'trainingCourse') }),
      // As in the real API, the name in the answer differs.
      activePackages: () => ({ memberPackages: ofMember('memberPackages', 'package', isActive) }),
      memberPackages: () => ({ memberPackages: ofMember('memberPackages', 'package') }),
    },
    memberPackages: { package: () => ({ package: packages.get(Number(row['package'])) ?? null }) },
    memberTrainings: {
      trainingCourse: () => ({
        trainingCourse: embeddedCourse(trainingCourses.get(Number(row['trainingCourse']))),
      }),
    },
  }
  return embeds[table]?.[name]?.()
}

/** Recorded answers embed a course without its equipment, which stands in the course's own answer alone. */
function embeddedCourse(course: Row | undefined): Fields | null {
  return course ? without(course, ['resources']) : null
}

/** Returns the short object that `resolve` puts in place of an id. */
export function resolved(account: Account, name: string, id: unknown): unknown {
  const table = name === 'member' ? 'members' : name === 'resource' ? 'resources' : null
  const row = table && account.tables[table].get(Number(id))
  if (!row) return id
  const { firstName, lastName, memberNumber, state, name: title } = row
  return table === 'members'
    ? { id: row.id, memberNumber, firstName, lastName, state }
    : { id: row.id, name: title, state }
}

const bridgeDefaults = {
  serialNumber: '',
  inUse: false,
  offline: false,
  heartbeatInterval: 60,
  showsVoltAmpere: true,
  hasPowerMonitor: true,
  hasAPIKey: false,
}

/** Returns the bridge of a resource; null when it has none. */
export function bridgeOf({ bridges }: Account, { id, createdAt, updatedAt }: Row): Fields | null {
  const bridge = bridges.get(id)
  return bridge ? { ...bridgeDefaults, createdAt, updatedAt, ...bridge } : null
}

function without(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}
