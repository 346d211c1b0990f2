import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock as clock } from '../../platform/clock.ts'
import { testDatabase } from '../../platform/database/database.fixture.ts'
import type { OpenedDatabase } from '../../platform/database/database.ts'
import { createLog } from '../../platform/log.ts'
import { createListLinks } from '../../services/backend/attendance/list-links.ts'
import { createEngine } from '../../services/connector/engine/engine.ts'
import { managing } from './connector.fixture.ts'
import { runStaff } from './staff.ts'

const siteUrl = 'https://halle9.example'
let opened: OpenedDatabase
let run: (line: string) => Promise<string>

beforeAll(async () => {
  opened = await testDatabase()
  const { db } = opened
  const parts = {
    db,
    connector: managing(createEngine({ db, clock, siteUrl }), clock),
    clock,
    log: createLog('silent'),
    siteUrl,
    pdfs: { invoicePdf: async () => new Uint8Array(), certificatePdf: async () => new Uint8Array() },
    provider: null,
    legalTextOf: async (page: string) => page,
    links: createListLinks(Buffer.alloc(32, 1)),
  }
  run = (line) => runStaff(line.split(' '), parts)
  const stamps = { createdAt: clock(), updatedAt: clock() }
  const space = { id: 1, name: 'Halle 9', timezone: 'Europe/Berlin', locale: 'de-DE', bookingSlotsPerHour: 2 }
  await db
    .insertInto('space')
    .values({ ...space, ...stamps })
    .execute()
})
afterAll(() => opened.close())

test('staff are named, listed and removed; a trainer without a course is told so', async () => {
  await opened.db
    .insertInto('course')
    .values({ id: 61, kind: 'training', titleDe: 'Säge', titleEn: 'Saw', priceCents: 0 })
    .execute()
  expect(await run('list')).toBe('There is no staff.')
  expect(await run('add Tina@Example.org --role trainer')).toContain('of no course yet')
  expect(await run('add tina@example.org --role trainer --course 61')).toContain('courses 61')
  expect(await run('add mona@example.org --role manager')).toContain('/me/attendance')
  expect(await run('list')).toBe('mona@example.org\tmanager\ntina@example.org\ttrainer\tcourses 61')
  for (const wrong of [
    'add tina --role trainer',
    'add a@b.de --role boss',
    'add a@b.de',
    'add a@b.de --role trainer --course 999',
    'revoke nobody@example.org',
  ])
    await expect(run(wrong)).rejects.toThrow()
  const day = { fromDateTime: '2190-05-02T18:00', untilDateTime: '2190-05-02T20:00', seats: 8 }
  await opened.db
    .insertInto('courseDate')
    .values({ id: 611, courseId: 61, ...day })
    .execute()
  const link = await run('link tina@example.org 611')
  expect(link).toMatch(/^https:\/\/halle9\.example\/attendance-list\/611\.\d+\.[\w-]{22}$/)
  await run('send-link tina@example.org 611')
  const sent = await opened.db.selectFrom('mail').select('text').where('kind', '=', 'course-list').execute()
  expect(sent).toEqual([{ text: expect.stringContaining(link) }])
  for (const wrong of [
    'link nobody@example.org 611',
    'link tina@example.org 999',
    'send-link tina@example.org',
  ])
    await expect(run(wrong)).rejects.toThrow()
  await run('revoke tina@example.org')
  await expect(run('link tina@example.org 611')).rejects.toThrow()
  expect(await run('list')).toBe('mona@example.org\tmanager')
})
