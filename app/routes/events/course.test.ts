import { describe, expect, test } from 'vitest'
import { aMachine, aSpace } from '../../booking/booking.fixture.ts'
import { storyHtml } from '../../delivery/story-html.ts'
import { aCourse, aDate, eventsRequest } from '../../events/events.fixture.ts'
import { coursePage } from '../../events/load-events.server.tsx'
import '../../i18n/message-files.server.ts'
import { demoServices } from '../../seo/demo-site.fixture.ts'

/** Equipment of the data fixture: 1 is visible, 2 is not. */
const workshop = {
  spaces: async () => [aSpace()],
  equipment: async () => [
    aMachine({ displayTitle: 'CNC-Portalfräse' }),
    aMachine({ id: 2, visibleForMembers: false }),
    aMachine({ id: 3, name: 'Säge' }),
    aMachine({ id: 4, name: 'Hobel' }),
  ],
  trainingCourses: async () => [
    { id: 9, title: 'CNC', resources: [1, 2] },
    { id: 10, title: 'Holz', resources: [3] },
    { id: 11, title: 'Hobel', resources: [4] },
  ],
}
const down = Object.assign(new Error('down'), { name: 'StoreError', status: 503 })

describe('the page of a course', () => {
  const granting = [
    aCourse(7, [aDate(71, '2026-12-01')], { title: { de: 'CNC', en: 'CNC' }, grants: [9, 10] }),
  ]
  const content = {
    story: async (path: string) => (path === '' ? { name: 'Start', addresses: { de: '/' } } : null),
    storiesOfType: async (type: string) =>
      type === 'machine'
        ? [{ content: { resource: 3, title: 'Bandsäge' }, addresses: { de: '/maschinen/bandsaege' } }]
        : [],
  }
  const factsOf = async (connector: object) => {
    const asked = eventsRequest('/events/7-cnc', granting, { connector, content } as never)
    await coursePage({ ...asked, params: { course: '7-cnc' } })
    return asked.context.get(storyHtml) ?? ''
  }

  test('says what it unlocks, with a link to its page', async () => {
    expect(await factsOf(workshop)).toContain(
      '<dt>Schaltet frei</dt><dd><span class="course-names">CNC-Portalfräse, <a href="/maschinen/bandsaege">Bandsäge</a></span></dd>',
    )
  })

  test('says what it needs with the way there, what cancelling costs, and where to hear of new dates', async () => {
    const needing = [
      ...granting.map((course) => ({ ...course, requires: [3, 4], lateRefundPercent: 50 })),
      aCourse(8, [], { title: { de: 'Laser', en: 'Laser' }, grants: [4] }),
    ]
    const backend = {
      courses: async (ids?: number[]) => needing.filter(({ id }) => !ids || ids.includes(id)),
      instructions: async () => [{ slug: 'werkstatt', training: 3, title: { de: 'Regeln', en: 'Rules' } }],
    }
    const asked = eventsRequest('/events/7-cnc', needing, { connector: workshop, content, backend } as never)
    await coursePage({ ...asked, params: { course: '7-cnc' } })
    const html = asked.context.get(storyHtml) ?? ''
    const links = '<a href="/instruction/werkstatt">Regeln</a>, <a href="/events/8-laser">Laser</a>'
    expect(html).toContain(`<dt>Voraussetzung</dt><dd><span class="course-names">${links}</span></dd>`)
    expect(html).toContain('<p>Absagen: kostenlos bis 7\u00a0Tage vor dem ersten Tag. Danach bekommst')
    expect(html).toContain('href="/events/7-cnc/sign-up">Passt kein Termin?')
    expect(html).toContain('"coursePrerequisites":["Regeln","Laser"]')
    expect(html).toContain('"certificate","name":"Unterweisung: CNC-Portalfräse, Bandsäge"}')
  })

  test('leads guests to the waiting list of a full date', async () => {
    const dates = [aDate(71, '2026-12-08', { freeSeats: 0 }), aDate(72, '2026-12-09')]
    const asked = eventsRequest('/events/7-cnc', [
      aCourse(7, dates, { title: { de: 'CNC', en: 'CNC' }, price: '0.00' }),
    ])
    await coursePage({ ...asked, params: { course: '7-cnc' } })
    const html = asked.context.get(storyHtml)
    expect(html).toMatch(/guest\?date=71">Ohne Konto auf die Warteliste.*guest\?date=72">Ohne Konto buchen/s)
    expect(html).toContain('<p>Absagen: jederzeit bis zum Beginn.</p>')
  })

  test('offers no sign-up for a date of several evenings that has begun, nor after the time for it', async () => {
    const begun = aDate(71, '2026-11-24', { untilDateTime: '2026-12-22T20:00' })
    const late = aDate(73, '2026-12-02', { signUpUntil: '2026-11-20T12:00' })
    const courses = [aCourse(7, [begun, aDate(72, '2026-12-01'), late], { title: { de: 'CNC', en: 'CNC' } })]
    const asked = eventsRequest('/events/7-cnc', courses, { connector: workshop, content } as never)
    await coursePage({ ...asked, params: { course: '7-cnc' } })
    const html = asked.context.get(storyHtml) ?? ''
    expect(html.match(/(sign-up|guest)\?date=\d+/g)).toEqual(['sign-up?date=72', 'guest?date=72'])
    expect(html).toContain('Dieser Termin lässt sich nicht mehr buchen.')
  })

  test('is below the home page and the dates, for readers and search engines', async () => {
    const html = await factsOf(workshop)
    expect(html).toContain('<li><a href="/">Start</a></li><li><a href="/events">Termine</a></li>')
    expect(html).toContain('"position":3,"name":"CNC"')
  })

  test('is there without it while the trainings cannot be read', async () => {
    const html = await factsOf({ ...workshop, trainingCourses: () => Promise.reject(down) })
    expect(html).toContain('noch 3 Plätze')
    expect(html).not.toContain('Schaltet frei')
  })

  describe('while the backend does not give the course', () => {
    const services = demoServices()
    const log = { warn: () => {}, error: () => {} }
    const ask = (backend: object) => {
      const asked = eventsRequest('/events/1-x', [], { ...services, backend, log } as never)
      return { asked, answer: coursePage({ ...asked, params: { course: '1-x' } }) }
    }

    test.each([
      ['is away', { ...services.backend, courses: () => Promise.reject(down) }],
      ['does not know it', { ...services.backend, courses: async () => [] }],
    ])('is its story, which nothing keeps: it %s', async (_, backend) => {
      const { asked, answer } = ask(backend)
      expect((await answer).init?.headers).toEqual({ 'cache-control': 'no-store' })
      const html = asked.context.get(storyHtml) ?? ''
      expect(html).toContain('Das kannst du danach')
      expect(html).not.toContain('Platz buchen')
    })

    test('is a refusal where no story is about it', async () => {
      const away = eventsRequest('/events/1-x', down)
      await expect(coursePage({ ...away, params: { course: '1-x' } })).rejects.toBeDefined()
      const unknown = eventsRequest('/events/99-x', [])
      await expect(coursePage({ ...unknown, params: { course: '99-x' } })).rejects.toMatchObject({
        data: 'Page not found: /events/99-x',
        init: { status: 404 },
      })
    })
  })
})
