import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callOff } from './desk.ts'
import { leave } from './leaving.ts'
import { free, openPlaces, paid } from './places.fixture.ts'
import { remindOfPlaces } from './reminding.ts'
import { substitute } from './substituting.ts'

let world: Awaited<ReturnType<typeof openPlaces>>

beforeAll(async () => {
  world = await openPlaces()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

const textsOf = async (kind: string) => {
  const rows = await world.db
    .selectFrom('mail')
    .select('text')
    .where('kind', '=', kind)
    .orderBy('id')
    .execute()
  return rows.map(({ text }) => text ?? '')
}

test('the mail of the day before says what cancelling costs', async () => {
  await world.books('ada')
  await world.books('ben', { dateId: free.date })
  const { id } = await world.books('cleo')
  const zoe = { email: 'zoe@example.org', firstName: 'Zoe', lastName: 'Neu', bornOn: '1991-01-01' }
  await substitute(world.parts, await world.known(id), zoe)
  world.time.now = new Date('2026-12-14T10:00:00Z')
  await remindOfPlaces(world.parts)
  const [own, others, freely] = (await textsOf('course-dayBefore')).toSorted((one, other) =>
    one.includes('Reparaturcafé') ? 1 : other.includes('Reparaturcafé') ? -1 : one.localeCompare(other),
  )
  expect(own).toContain(
    'Sagst du ab, bekommst du dein Geld nur zurück, wenn jemand anderes deinen Platz nimmt.',
  )
  expect(own).not.toContain('Widerrufsrecht')
  expect(others).toContain('bekommt die Person, die den Platz bezahlt hat')
  expect(freely).not.toMatch(/zurück|kostenlos/i)
})

test('somebody who is paying when a date is called off learns the next dates, too', async () => {
  const times = { fromDateTime: '2026-12-22T18:00', untilDateTime: '2026-12-22T20:00' }
  const other = { id: 599, courseId: paid.course, seats: 8, updatedAt: world.time.now, ...times }
  await world.db.insertInto('courseDate').values(other).execute()
  try {
    await world.signs('ada')
    await callOff(world.parts, paid.date)
    const [text] = await textsOf('course-calledOff')
    expect(text).toContain('Dienstag, 22. Dezember 2026, 18:00–20:00 Uhr')
    expect(text).toContain(`/events/${paid.course}/sign-up?date=599`)
  } finally {
    await world.db.deleteFrom('courseDate').where('id', '=', 599).execute()
  }
})

test('the mail of an offer says the price and what cancelling costs', async () => {
  await world.reset(1)
  const { id } = await world.books('ada')
  await world.signs('ben')
  await leave(world.parts, await world.known(id), { shownCents: 2900 })
  const [text] = await textsOf('course-offered')
  expect(text).toMatch(/29,00\s€, alle Steuern inbegriffen/)
  expect(text).toMatch(/Bis einschließlich .* kannst du kostenlos absagen\./)
  expect(text).toContain('Widerrufsrecht')
})
