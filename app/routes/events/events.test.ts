import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { describe, expect, test } from 'vitest'
import '../../i18n/message-files.server.ts'
import { aCourse, aDate, eventsRequest } from '../../events/events.fixture.ts'
import { storyHtml } from '../../delivery/story-html.ts'
import { dataRequest } from '../data/data.fixture.ts'
import * as live from '../data/data.ts'
import * as feeds from './feeds.ts'
import { coursePage, eventsPage } from '../../events/load-events.server.tsx'

const courses = [
  aCourse(1, [
    aDate(100, '2026-11-20'),
    aDate(101, '2026-12-01', { minimum: { participants: 4, decidedOn: '2026-11-28' } }),
    aDate(102, '2026-12-09', { freeSeats: 0 }),
  ]),
  aCourse(2, [aDate(201, '2027-01-05', { language: 'en', freeSeats: 1 })], {
    kind: 'event',
    title: { de: '<b>Offen</b>', en: '</script><i>' },
    grade: null,
    price: '0.00',
    trainer: null,
  }),
]
const down = Object.assign(new Error('down'), { name: 'StoreError', status: 503 })

async function htmlOf(path: string) {
  const asked = eventsRequest(path, courses)
  await eventsPage(asked)
  return asked.context.get(storyHtml)
}

/** Returns the value that a loader throws. */
async function thrown(
  attempt: Promise<unknown>,
): Promise<{ init?: ResponseInit; data?: unknown } & Response> {
  return attempt.then(
    () => Promise.reject(new Error('nothing was thrown')),
    (error) => error,
  )
}

describe('/events', () => {
  test('coming dates with seats and prices in the language of the address', async () => {
    const german = await htmlOf('/events')
    expect(german).toContain('Di\u00a001.12.')
    expect(german).toContain('noch 3 Plätze')
    expect(german).toContain('ausgebucht')
    expect(german).toContain('noch 1 Platz<')
    expect(german).toContain('29,00')
    expect(german).toContain('kostenlos')
    expect(german).toContain('href="/events/1-einweisung-laser-groesse"')
    expect(german).not.toContain('20.11.')
    const english = await htmlOf('/en/events')
    expect(english).toContain('3 places left')
    expect(english).toContain('href="/en/events/1-laser-training"')
  })

  test('escapes titles', async () => {
    expect(await htmlOf('/events')).toContain('&lt;b&gt;Offen&lt;/b&gt;')
  })

  test('shows a month as a table and names an unknown filter', async () => {
    const month = await htmlOf('/events?view=month&month=2026-12')
    expect(month).toContain('<caption')
    expect(month).toContain('href="/events?month=2027-01&amp;view=month"')
    expect(await htmlOf('/events?kind=x')).toContain('Diese Auswahl gibt es nicht, wir zeigen alles: Art.')
  })

  test('says what to do next without a match and without any date', async () => {
    expect(await htmlOf('/events?month=2030-01')).toContain('Kein passender Termin')
    const empty = eventsRequest('/events', [])
    await eventsPage(empty)
    expect(empty.context.get(storyHtml)).toContain('Gerade ist nichts geplant')
  })

  test('is never in the page cache, because it states seats', async () => {
    const { init } = await eventsPage(eventsRequest('/events', courses))
    expect(new Headers(init?.headers).get('cache-control')).toBe('public, no-cache')
  })

  test('a refusal of the backend keeps its status and message', async () => {
    const refused = Object.assign(new Error('Server sagt nein.'), { name: 'StoreError', status: 422 })
    const { data, init } = await thrown(eventsPage(eventsRequest('/events', refused)))
    expect([data, init?.status]).toEqual(['Server sagt nein.', 422])
  })

  test('503 while the backend or workshop management is away, complete while the content service is', async () => {
    const withoutBackend = await thrown(eventsPage(eventsRequest('/events', down)))
    const connector = { spaces: () => Promise.reject(down) } as never
    const withoutConnector = await thrown(eventsPage(eventsRequest('/events', courses, { connector })))
    for (const { init } of [withoutBackend, withoutConnector]) {
      expect(init?.status).toBe(503)
      expect(new Headers(init?.headers).get('retry-after')).toBe('30')
    }
    const content = { storiesOfType: () => Promise.reject(down) } as never
    const asked = eventsRequest('/events', courses, { content })
    await eventsPage(asked)
    expect(asked.context.get(storyHtml)).toContain('noch 3 Plätze')
  })
})

describe('/events/{id}-{slug}', () => {
  const ask = (path: string) => {
    const asked = eventsRequest(path, courses)
    const course = decodeURIComponent(asked.url.pathname.split('/').at(-1) ?? '')
    return { asked, answer: coursePage({ ...asked, params: { course } }) }
  }

  test('shows future dates with seats, the way to sign up, and calendar files', async () => {
    const { asked, answer } = ask('/events/1-einweisung-laser-groesse')
    const { data } = await answer
    expect(data.alternates).toEqual({
      de: '/events/1-einweisung-laser-groesse',
      en: '/en/events/1-laser-training',
    })
    const html = asked.context.get(storyHtml)
    expect(html).toContain('Dienstag, 1.\u00a0Dezember\u00a02026')
    expect(html).not.toContain('20.\u00a0November')
    expect(html.match(/laser-groesse\/sign-up\?date=\d+"/g)).toHaveLength(2)
    expect(html).toContain('href="/events/1/101.ics"')
    expect(html).toContain('2\u00a0Stunden')
    expect(
      html.match(/Findet ab 4 Anmeldungen statt. Wir entscheiden am Samstag, 28.\u00a0November/g),
    ).toHaveLength(1)
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
    expect(JSON.parse(json)['@graph'][0]).toMatchObject({
      '@type': 'Course',
      hasCourseInstance: [
        { startDate: '2026-12-01T18:00+01:00', offers: { price: '29.00' } },
        { offers: { availability: 'https://schema.org/SoldOut' } },
      ],
    })
  })

  test('describes an event as one, and no title ends its script', async () => {
    const { asked, answer } = ask('/en/events/2-script-i')
    await answer
    const html = asked.context.get(storyHtml)
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html.match(/<\/script>/g)).toHaveLength(1)
    expect(html).toContain('"@type":"Event"')
  })

  test.each([
    ['/events/1', '/events/1-einweisung-laser-groesse'],
    ['/events/1-', '/events/1-einweisung-laser-groesse'],
    ['/events/1-falsch?a=b', '/events/1-einweisung-laser-groesse?a=b'],
    ['/en/events/1-einweisung-laser-groesse', '/en/events/1-laser-training'],
  ])('%s redirects permanently to %s', async (path, right) => {
    const redirect = await thrown(ask(path).answer)
    expect([redirect.status, redirect.headers.get('location')]).toEqual([301, right])
  })

  test.each(['/events/3', '/events/0-x', '/events/abc', '/events/1x', '/events/99999999999', '/events/-1'])(
    '%s is 404',
    async (path) => {
      expect(await thrown(ask(path).answer)).toMatchObject({
        data: `Page not found: ${path}`,
        init: { status: 404 },
      })
    },
  )
})

describe('files for other programs', () => {
  test('/events.ics has the sessions of all dates, past ones too, with the same ids in both languages', async () => {
    const answer = await feeds.loader({ ...eventsRequest('/events.ics', courses), params: {} } as never)
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const german = await answer.text()
    const english = await (
      await feeds.loader({ ...eventsRequest('/en/events.ics', courses), params: {} } as never)
    ).text()
    const uids = (text: string) => text.match(/UID:.*/g)
    expect(uids(german)).toHaveLength(4)
    expect(uids(english)).toEqual(uids(german))
    expect(german).toContain('UID:course-session-1010@halle9.example\r\n')
    expect(german).toContain('DTSTART:20261201T170000Z\r\n')
    expect(german).toContain('SUMMARY:Einweisung Laser & Größe\r\n')
    expect(english).toContain('SUMMARY:Laser training\r\n')
  })

  test.each(['/events.ics', '/en/events.ics'])(
    '%s has one entry for each session, with state and sequence of its date, for two parsers',
    async (path) => {
      const [first] = aDate(101, '2026-12-01').sessions
      const second = {
        id: 1011,
        fromDateTime: '2026-12-08T18:00',
        untilDateTime: '2026-12-08T21:00',
        place: { de: 'Halle', en: 'Hall' },
      }
      const changed = [
        aCourse(1, [
          aDate(101, '2026-12-01', { sequence: 2, sessions: first ? [first, second] : [] }),
          aDate(102, '2026-12-09', { state: 'cancelled', sequence: 1 }),
        ]),
      ]
      const file = await (await feeds.loader({ ...eventsRequest(path, changed), params: {} } as never)).text()
      const read = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent').map((event) => {
        const { uid, startDate, endDate, sequence, location } = new ICAL.Event(event)
        const [start, end] = [startDate, endDate].map((time) => time.toJSDate().toISOString())
        return [uid, start, end, sequence, event.getFirstPropertyValue('status'), location.split(', ')[1]]
      })
      const [laser, hall] = path === '/events.ics' ? ['Laserraum', 'Halle'] : ['Laser room', 'Hall']
      expect(read).toEqual(
        [
          [
            'course-session-1010',
            '2026-12-01T17:00:00.000Z',
            '2026-12-01T19:00:00.000Z',
            2,
            'CONFIRMED',
            laser,
          ],
          [
            'course-session-1011',
            '2026-12-08T17:00:00.000Z',
            '2026-12-08T20:00:00.000Z',
            2,
            'CONFIRMED',
            hall,
          ],
          [
            'course-session-1020',
            '2026-12-09T17:00:00.000Z',
            '2026-12-09T19:00:00.000Z',
            1,
            'CANCELLED',
            laser,
          ],
        ].map(([uid, ...rest]) => [`${uid}@halle9.example`, ...rest]),
      )
      const other = Object.values(nodeIcal.sync.parseICS(file)).flatMap((each) =>
        each?.type === 'VEVENT'
          ? [
              [
                each.uid,
                each.start.toISOString(),
                each.end?.toISOString(),
                Number(each.sequence),
                each.status,
              ],
            ]
          : [],
      )
      expect(other).toEqual(read.map((entry) => entry.slice(0, 5)))
    },
  )

  test('/events.rss has the future dates', async () => {
    const xml = await (
      await feeds.loader({ ...eventsRequest('/en/events.rss', courses), params: {} } as never)
    ).text()
    expect(xml.match(/<item>/g)).toHaveLength(3)
    expect(xml).toContain('<title>Tuesday 1\u00a0December\u00a02026: Laser training</title>')
    expect(xml).toContain('<link>https://halle9.example/en/events/1-laser-training</link>')
    expect(xml).toContain('&lt;/script&gt;&lt;i&gt;')
  })

  test.each(['/events.ics', '/en/events.ics', '/events.rss', '/events/1/101.ics'])(
    'a program that has %s gets 304 until it changes',
    async (path) => {
      const params = path.includes('/1/') ? { course: '1', file: '101.ics' } : {}
      const get = async (known: string, given = courses) => {
        const asked = eventsRequest(path, given)
        const request = new Request(asked.request, { headers: { 'if-none-match': known } })
        return feeds.loader({ ...asked, request, params } as never)
      }
      const first = await get('"other"')
      const etag = first.headers.get('etag') ?? ''
      expect(first.status).toBe(200)
      for (const known of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
        const again = await get(known)
        expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
        expect(again.headers.get('cache-control')).toBe('public, max-age=300')
      }
      const moved = courses.map((course) => ({
        ...course,
        dates: course.dates.map((date) => ({
          ...date,
          fromDateTime: date.fromDateTime.replace('18:', '17:'),
          sessions: date.sessions.map((session) => ({
            ...session,
            fromDateTime: session.fromDateTime.replace('18:', '17:'),
          })),
        })),
      }))
      expect((await get(etag, moved)).status).toBe(200)
    },
  )

  test.each([
    ['1', '101.ics', 1],
    ['1', '201.ics', null],
    ['1', '101', null],
    ['1-x', '101.ics', null],
    ['9', '101.ics', null],
    ['1', '99999999999.ics', null],
  ])('/events/%s/%s', async (course, file, entries) => {
    const params = { course, file }
    const attempt = feeds.loader({
      ...eventsRequest(`/events/${course}/${file}`, courses),
      params,
    } as never)
    if (entries === null) expect(await thrown(attempt)).toMatchObject({ init: { status: 404 } })
    else expect((await (await attempt).text()).match(/BEGIN:VEVENT/g)).toHaveLength(entries)
  })
})

test('GET /data/courses answers seats in words, uncached', async () => {
  const answer = await live.loader({
    ...eventsRequest('/data/courses?locale=en', courses),
    pattern: 'data/courses',
  } as never)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(await answer.json()).toEqual([
    { id: 100, freeSeats: 3, seats: '3 places left', state: 'free', nextFree: '' },
    { id: 101, freeSeats: 3, seats: '3 places left', state: 'free', nextFree: '' },
    {
      id: 102,
      freeSeats: 0,
      seats: 'fully booked',
      state: 'full',
      nextFree: 'No later date has a place yet.',
    },
    { id: 201, freeSeats: 1, seats: '1 place left', state: 'few', nextFree: '' },
  ])
  expect(
    (await live.loader({ ...eventsRequest('/data/courses', down), pattern: 'data/courses' } as never)).status,
  ).toBe(503)
  expect((await live.action(dataRequest('/data/courses').args)).status).toBe(405)
})
