import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createContentClient } from '../../clients/content/content.ts'
import { Course, type CourseDate } from '../../contracts/course.ts'
import type { Equipment } from '../../contracts/equipment.ts'
import type { Space } from '../../contracts/space.ts'
import type { TrainingCourse } from '../../contracts/training.ts'
import { createLog } from '../../platform/log.ts'
import { addDays } from '../../rules/time.ts'
import { createContent } from '../../services/content/content.ts'
import { createSiteLabels } from '../blocks/labels.ts'
import { aMachine, aSpace, now } from '../booking/booking.fixture.ts'
import type { SiteServices } from '../context.ts'
import { createSpaceFrame } from '../frame/space-frame.ts'

const folder = fileURLToPath(new URL('../../content', import.meta.url))
const demo = (name: string) => JSON.parse(readFileSync(`${folder}/demo/${name}.json`, 'utf8'))
const publicUrl = 'https://halle9.example'

/** What loaders of the site get with the demo content behind them; packages and drawings are missing. */
export function demoServices(): SiteServices {
  const service = createContent({
    folder,
    publicToken: 'public',
    previewToken: 'preview',
    assetBase: publicUrl,
    reload: false,
    pictures: {} as never,
    log: createLog('silent'),
  })
  const warn = (details: unknown) => {
    throw new Error('the demo content has a fault', { cause: details })
  }
  const content = createContentClient({
    endpoint: `${publicUrl}/v2`,
    token: 'public',
    fetch: (request) => Promise.resolve(service(request)),
    now: () => now.getTime(),
    warn,
  })
  const given = {
    content,
    config: { publicUrl },
    connector: {
      spaces: async () => [demoSpace()],
      equipment: async () => demoEquipment(),
      trainingCourses: async () => demoTrainings(),
    },
    backend: {
      instructions: async () => [],
      courses: async (ids?: number[]) => demoCourses().filter(({ id }) => !ids || ids.includes(id)),
      packages: async () => ({ packages: [] }),
    },
    readAsset: async () => null,
    isPreview: () => false,
    pagesVersion: () => '1',
    now: () => now,
    log: { warn, error: warn },
  } as unknown as SiteServices
  const { version, labels: load } = content
  return {
    ...given,
    labels: createSiteLabels({ load, version, capture: warn, now: () => now }),
    space: createSpaceFrame(given),
  }
}

function demoSpace(): Space {
  const { space, openingHours } = demo('space')
  return aSpace({ ...space, _embedded: { openingHours } })
}

function demoEquipment(): Equipment[] {
  return (demo('equipment') as Partial<Equipment>[]).map(({ id, name, displayTitle, requiresTraining }) =>
    aMachine({
      id: id ?? 0,
      name: name ?? '',
      displayTitle: displayTitle ?? null,
      requiresTraining: requiresTraining ?? false,
    }),
  )
}

function demoTrainings(): TrainingCourse[] {
  const { trainings } = demo('trainings') as {
    trainings: { id: number; title: string; equipment: number[] }[]
  }
  return trainings.map(({ id, title, equipment }) => ({ id, title, resources: equipment }))
}

interface DemoCourse extends Omit<Course, 'dates' | 'price'> {
  priceCents: number
  /** Default of all dates. */
  place: CourseDate['place']
  dates: DemoDate[]
}

interface DemoDate {
  inDays: number
  days?: number
  from: string
  until: string
  seats: number
  reservedSeats?: number
}

function demoCourses(): Course[] {
  const { courses } = demo('courses') as { courses: DemoCourse[] }
  const dayAfter = (days: number) => addDays(now.toISOString().slice(0, 10), days)
  return courses.map(({ priceCents, place, dates, ...course }) =>
    Course.parse({
      ...course,
      price: (priceCents / 100).toFixed(2),
      dates: dates.map(({ inDays, days = 1, from, until, reservedSeats = 0, ...date }) => ({
        place,
        language: 'de',
        ...date,
        fromDateTime: `${dayAfter(inDays)}T${from}`,
        untilDateTime: `${dayAfter(inDays + days - 1)}T${until}`,
        freeSeats: date.seats - reservedSeats,
        updatedAt: now.toISOString(),
      })),
    }),
  )
}
