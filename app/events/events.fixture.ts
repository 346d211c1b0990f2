import { RouterContextProvider } from 'react-router'
import type { Course, CourseDate } from '../../contracts/course.ts'
import { aSpace } from '../booking/booking.fixture.ts'
import { siteServices, type SiteServices } from '../context.ts'

/** One date; 18:00 to 20:00 in the evening of a day. */
export function aDate(id: number, day: string, change: Partial<CourseDate> = {}): CourseDate {
  return {
    id,
    fromDateTime: `${day}T18:00`,
    untilDateTime: `${day}T20:00`,
    seats: 6,
    freeSeats: 3,
    place: { de: 'Laserraum', en: 'Laser room' },
    language: 'de',
    updatedAt: '2026-11-01T09:00:00.000Z',
    state: 'planned',
    sessions: [
      {
        id: id * 10,
        fromDateTime: `${day}T18:00`,
        untilDateTime: `${day}T20:00`,
        place: { de: 'Laserraum', en: 'Laser room' },
      },
    ],
    sequence: 0,
    movedFrom: null,
    signUpUntil: null,
    minimum: null,
    ...change,
  }
}

export function aCourse(id: number, dates: CourseDate[], change: Partial<Course> = {}): Course {
  return {
    id,
    kind: 'training',
    title: { de: 'Einweisung Laser & Größe', en: 'Laser training' },
    story: null,
    grade: 'beginner',
    dates,
    price: '29.00',
    memberPrice: null,
    trainer: 'Jonas Petersen',
    grants: [],
    requires: [],
    minAge: null,
    accompaniedBelow: null,
    hasAgeRule: false,
    freeCancelDays: 7,
    lateRefundPercent: 0,
    ...change,
  }
}

/** What a loader of the site gets, with these courses behind it. */
export function eventsRequest(path: string, courses: Course[] | Error, change: Partial<SiteServices> = {}) {
  const context = new RouterContextProvider()
  const services = {
    backend: {
      instructions: async () => [],
      courses: async (ids?: number[]) => {
        if (courses instanceof Error) throw courses
        return ids ? courses.filter(({ id }) => ids.includes(id)) : courses
      },
    },
    connector: { spaces: async () => [aSpace()] },
    content: {
      story: async () => ({ name: 'Start', addresses: { de: '/', en: '/en' } }),
      storiesOfType: async () => [],
    },
    labels: async () => ({
      'machine-types': {},
      'workshop-grade': { beginner: 'Einstieg', expert: 'Profi' },
      'space-address': { street: 'Am alten Drehwerk 9', 'postal-code': '51063', city: 'Köln', country: 'DE' },
    }),
    config: { publicUrl: 'https://halle9.example' },
    now: () => new Date('2026-11-25T18:30:00Z'),
    connectorWithAge: () => ({}),
    log: { warn: () => {}, error: () => {} },
    ...change,
  }
  context.set(siteServices, services as unknown as SiteServices)
  const url = new URL(path, 'https://halle9.example')
  return { request: new Request(url), url, context }
}
