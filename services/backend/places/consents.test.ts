import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import de from '../../../app/i18n/de.json' with { type: 'json' }
import en from '../../../app/i18n/en.json' with { type: 'json' }
import { consentsOf } from '../orders/orders.store.ts'
import { consentTexts } from './consents.ts'
import { free, openPlaces, paid } from './places.fixture.ts'
import { substitute } from './substituting.ts'

let world: Awaited<ReturnType<typeof openPlaces>>

beforeAll(async () => {
  world = await openPlaces()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

const agreed = () =>
  world.db
    .selectFrom('placeConsent')
    .innerJoin('legalText', 'legalText.sha256', 'placeConsent.textSha256')
    .select(['placeConsent.kind', 'locale', 'body', 'givenAt'])
    .orderBy('placeConsent.kind')
    .execute()

test('what was agreed to is kept word for word, also what a guardian agreed to, until the place is another one’s', async () => {
  // A line that somebody types says nothing of its own there.
  const guardian = { name: 'Grete\nMuster', phone: '0221\r\n1234' }
  const minor = { bornOn: '2012-01-01', guardian, locale: 'en' as const }
  const { place } = await world.signs('kim', { dateId: free.date, ...minor })
  expect(await agreed()).toEqual([
    {
      kind: 'guardian',
      locale: 'en',
      body: [
        en.place_guardian_agrees,
        'Grete Muster, 0221 1234',
        'For kim Muster, born on 1 January 2012',
        'Repair café, Tuesday, 15 December 2026, 18:00–20:00',
      ].join('\n'),
      givenAt: world.time.now,
    },
    { kind: 'terms', locale: 'en', body: 'terms', givenAt: world.time.now },
  ])
  const to = { email: 'zoe@example.org', firstName: 'Zoe', lastName: 'Neu', bornOn: '1991-01-01' }
  await substitute(world.parts, place, to)
  expect(await agreed()).toEqual([])
  const names = world.db.selectFrom('legalText').select('sha256').where('kind', '=', 'guardian')
  expect(await names.execute()).toEqual([])
})

test('what is kept is what the forms say', () => {
  expect(consentTexts).toEqual({
    guardian: { de: de.place_guardian_agrees, en: en.place_guardian_agrees },
    adult: { de: de.guest_adult, en: en.guest_adult },
  })
})

test('the order of an accepted offer has what the guardian agreed to when signing up', async () => {
  const { id } = await world.books('ada', { party: 8 })
  const guardian = { name: 'Grete Muster', phone: '0221 1234' }
  const { place } = await world.signs('kim', { bornOn: '2012-01-01', guardian })
  await world.leaves(id, 8 * paid.cents)
  await world.accepts('kim', place.id)
  const { orderId } = await world.known(place.id)
  const consents = await consentsOf(world.db, orderId ?? 0)
  expect(consents.map(({ kind }) => kind)).toEqual(['guardian', 'terms'])
  expect(consents[0]?.body).toContain('Für kim Muster, geboren am 1. Januar 2012')
})
