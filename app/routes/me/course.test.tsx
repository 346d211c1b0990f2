import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { CoursePlace } from '../../../contracts/course-place.ts'
import { LocaleContext, type Locale } from '../../i18n/locale.ts'
import '../../i18n/message-files.server.ts'
import { PlaceList } from './course.tsx'

const place = (id: number, day: string, change: Partial<CoursePlace>): CoursePlace => ({
  id,
  courseId: 1,
  dateId: id,
  title: { de: `Kurs ${id}`, en: `Course ${id}` },
  place: { de: 'Halle', en: 'Hall' },
  fromDateTime: `${day}T18:00`,
  untilDateTime: `${day}T20:00`,
  state: 'booked',
  isCalledOff: false,
  movedFrom: null,
  isSubstitute: false,
  isUnpaid: false,
  isPaying: false,
  party: 1,
  companions: [],
  price: '29.00',
  refund: '0.00',
  heldUntil: null,
  offeredUntil: null,
  payUrl: null,
  position: null,
  hasCertificate: false,
  cancellation: null,
  ...change,
})
const places = [
  place(1, '2026-12-09', { cancellation: { refund: '29.00', freeUntil: '2026-12-02' } }),
  place(6, '2026-12-10', {
    movedFrom: '2026-12-03T18:00',
    cancellation: { refund: '29.00', freeUntil: '2026-12-03' },
  }),
  place(2, '2026-12-01', { state: 'waiting', position: 3 }),
  place(3, '2026-11-02', { state: 'attended' }),
  place(4, '2026-12-04', { state: 'ended' }),
  place(5, '2026-12-05', { state: 'cancelled', refund: '29.00' }),
]

/** The text of the screen with these places. */
function shown(all: CoursePlace[], locale: Locale): string {
  const Screen = () => (
    <LocaleContext value={locale}>
      <QueryClientProvider client={new QueryClient()}>
        <PlaceList places={all} today="2026-11-25" />
      </QueryClientProvider>
    </LocaleContext>
  )
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Screen, loader: () => null }])
  const config = { backendUrl: 'https://halle9.example/api' }
  return renderToStaticMarkup(<Stub hydrationData={{ loaderData: { root: { config } } }} />)
    .replaceAll(/<p [^>]*aria-hidden.*?<\/p>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

test.each([
  [
    'de',
    /Kommende Kurse Kurs 1 .*angemeldet.*Platz absagen.*Kurs 6 .*Verschoben, vorher war er am Donnerstag, 3\. Dezember, 18:00 Uhr.*Platz absagen.*Warteliste Kurs 2 .*Du bist an Stelle 3.*Vergangene Kurse Kurs 5 .*davon zurück: 29,00 €.*Kurs 3 .*teilgenommen/,
  ],
  [
    'en',
    /Upcoming courses Course 1 .*signed up.*Cancel the place.*Course 6 .*Moved, before it was on Thursday 3 December, 18:00.*Cancel the place.*Waiting list Course 2 .*You are number 3.*Past courses Course 5 .*of which back: €29.00.*Course 3 .*attended/,
  ],
] as const)('%s: lists what is to come, what is waited for, and what is over', (locale, text) => {
  const seen = shown(places, locale)
  expect(seen).toMatch(text)
  expect(seen).not.toMatch(/(Kurs|Course) 4/)
})

test.each([
  ['de', 'Noch nicht bezahlt. Bezahle bis Sonntag, 29. November, 12:00 Uhr, dann behältst du den Platz.'],
  ['en', 'Not paid yet. Pay until Sunday 29 November, 12:00 to keep the place.'],
] as const)('%s: says of a place whose debit was refused until when it can be paid', (locale, text) => {
  const unpaid = place(7, '2026-12-10', {
    state: 'offered',
    isUnpaid: true,
    offeredUntil: '2026-11-29T12:00',
  })
  expect(shown([unpaid], locale)).toContain(text)
})

test.each([
  ['de', 'Weitergeben kannst du den Platz, sobald deine Zahlung angekommen ist.'],
  ['en', 'You can give this place to somebody else once your payment has arrived.'],
] as const)(
  '%s: says of a place whose debit is on its way that it cannot be given to anybody yet',
  (locale, text) => {
    const cancellation = { refund: '29.00', freeUntil: '2026-12-02' }
    const pending = place(8, '2026-12-10', { isPaying: true, cancellation })
    expect(shown([pending], locale)).toContain(text)
    expect(shown([{ ...pending, isPaying: false }], locale)).not.toContain(text)
  },
)

test.each([
  ['de', 'Du hast noch keinen Kurs gebucht.'],
  ['en', 'You have not booked a course yet.'],
] as const)('%s: says that there are none', (locale, text) => {
  expect(shown([], locale)).toContain(text)
})
