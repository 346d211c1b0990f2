import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Course, MemberCourse } from '../../../contracts/course.ts'
import { LocaleContext, type Locale } from '../../i18n/locale.ts'
import '../../i18n/message-files.server.ts'
import { CourseList } from './course.tsx'

const date = (id: number, day: string) => ({
  id,
  fromDateTime: `2026-12-${day}T18:00`,
  untilDateTime: `2026-12-${day}T20:00`,
})
const courses = [
  { id: 1, title: { de: 'Laser-Einweisung', en: 'Laser training' }, dates: [date(101, '02')] },
  { id: 2, title: { de: 'Löten', en: 'Soldering' }, dates: [date(201, '09')] },
] as unknown as Course[]
const seat = (course_id: number, date_id: number, state: MemberCourse['state']): MemberCourse => ({
  course_id,
  date_id,
  state,
  createdAt: '2026-11-01T00:00:00Z',
})

/** The text of the screen for a member with these seats. */
function shown(memberCourses: MemberCourse[], locale: Locale): string {
  const Screen = () => (
    <LocaleContext value={locale}>
      <CourseList courses={courses} memberCourses={memberCourses} />
    </LocaleContext>
  )
  const Stub = createRoutesStub([{ path: '/', Component: Screen }])
  return renderToStaticMarkup(<Stub />)
    .replaceAll(/<p [^>]*aria-hidden.*?<\/p>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

const seats = [seat(1, 101, 'attended'), seat(2, 201, 'booked'), seat(9, 901, 'cancelled')]

test.each([
  [
    'de',
    /Meine Kurse Löten .*9\. Dezember 2026, 18:00 bis 20:00 Uhr angemeldet Laser-Einweisung .*teilgenommen Kurs 9 abgesagt Termine ansehen/,
  ],
  [
    'en',
    /My courses Soldering .*9 December 2026, 18:00 to 20:00 signed up Laser training .*attended Course 9 cancelled See events/,
  ],
] as const)('%s: lists the courses of the session, the latest first', (locale, text) => {
  expect(shown(seats, locale)).toMatch(text)
})

test.each([
  ['de', 'Du hast noch keinen Kurs gebucht.'],
  ['en', 'You have not booked a course yet.'],
] as const)('%s: says that there are none', (locale, text) => {
  expect(shown([], locale)).toContain(text)
})
