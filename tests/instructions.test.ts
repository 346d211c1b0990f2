import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Story } from '../contracts/story.ts'
import { createRateLimit } from '../platform/rate-limit.ts'
import type { Locale } from '../contracts/problem.ts'
import { runInstructions } from '../server/commands/instructions.ts'
import { twins } from '../services/connector/twins.fixture.ts'
import { beginAttempt, finishAttempt } from '../services/backend/instructions/attempting.ts'
import { tendAttempts } from '../services/backend/instructions/jobs.ts'
import { instructionHandlers } from '../services/backend/instructions/instructions.ts'
import { instructionLinkHandlers } from '../services/backend/instructions/links.ts'
import { giveTraining } from '../services/backend/trainings/granting.ts'
import { forgetEvidence } from '../services/backend/trainings/reminding.ts'
import { tendTrainings } from '../services/backend/trainings/tending.ts'
import * as trainings from '../services/backend/trainings/trainings.store.ts'
import { laser, openTrainings } from './trainings.fixture.ts'

const safety = 5
const minutes = 60_000
const texts = (text: string) => ({ de: text, en: `${text} (en)` })

/** Three sections with two questions each, whose right option is `right`; the first is a must. */
const file = {
  story: 'sicherheit',
  training: safety,
  questions: ['feuer', 'staub', 'kinder'].flatMap((section, at) =>
    [1, 2].map((number) => ({
      id: `${section}-${number}`,
      section,
      must: at === 0 && number === 1,
      text: texts(`Frage ${section}`),
      options: ['right', 'wrong', 'odd'].map((id) => ({ id, text: texts(id), right: id === 'right' })),
    })),
  ),
}

/** The story of the content service; `word` stands in the text. */
function stories(word = 'Feuer', names = ['feuer', 'staub', 'kinder']) {
  const document = (text: string) => ({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  })
  const story = async (path: string, locale: Locale) => {
    if (path !== (locale === 'de' ? 'sicherheit' : 'safety')) return null
    const sections = names.map((name) => ({
      component: 'instruction-section',
      _uid: name,
      name,
      title: `${name} ${locale}`,
      text: document(word),
    }))
    const content = { component: 'instruction', _uid: 'x', title: `Titel ${locale}`, body: sections }
    const addresses = { de: '/sicherheit', en: '/en/safety' }
    return Story.parse({ id: 1, uuid: 'x', name: 'x', full_slug: path, content, addresses })
  }
  return { story }
}

describe.each(twins)('an instruction, with %s:', (_, open) => {
  let world: Awaited<ReturnType<typeof openTrainings>>
  const folder = mkdtempSync(join(tmpdir(), 'instruction-'))

  beforeAll(async () => {
    world = await openTrainings(open)
    await world.twin.addTraining({ id: safety, title: 'Sicherheit', state: 'active' })
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    await world.reset()
    await sql`truncate instruction cascade`.execute(world.db)
    await publish()
  })

  const run = (words: string[], text = stories()) => runInstructions(words, world.parts, text)
  async function publish(change: object = {}, options: string[] = [], text = stories()) {
    const path = join(folder, 'questions.json')
    writeFileSync(path, JSON.stringify({ ...file, ...change }))
    return run(['publish', 'werkstatt', path, ...options], text)
  }
  const own = { slug: 'werkstatt', member: 2, locale: 'de' as const }
  const begin = (member = 2) =>
    beginAttempt(world.parts, { ...own, member, subject: `auth0|${member}` }, () => 0.4)
  /** Answers all questions right but these. */
  const answersTo = ({ questions }: Awaited<ReturnType<typeof begin>>, wrong: string[] = []) =>
    questions.map(({ id: question }) => ({
      question,
      options: [wrong.some((name) => question.startsWith(name)) ? 'wrong' : 'right'],
    }))
  const finish = (id: number, answers: ReturnType<typeof answersTo>, member = 2) =>
    finishAttempt(world.parts, { ...own, member, id, body: { answers, confirmed: true } })
  async function attempt(wrong: string[] = []) {
    const begun = await begin()
    return finish(begun.id, answersTo(begun, wrong))
  }
  const asMember = (member: number) => {
    const memberOf = async () => member
    const check = async () => ({})
    const requireOwn = async () => {}
    const callers = { memberOf, check, requireOwn }
    const handlers = instructionHandlers({ callers, ordering: world.parts, trainingsChanged: () => {} })
    const call = { params: { slug: 'werkstatt' }, locale: 'de' } as Parameters<typeof handlers.instruction>[0]
    return handlers.instruction({ ...call, person: { subject: `auth0|${member}` } as never })
  }
  const ends = async () =>
    Object.fromEntries((await world.trainings(2)).map(({ training, untilDate }) => [training, untilDate]))

  test('passing gives its training, once, and moves on the end of what needs it', async () => {
    await trainings.setRequirement(world.db, { trainingId: laser, requiresId: safety, isNeeded: true })
    await trainings.setRule(world.db, safety, { expiry: 'months', months: 3, monthsMinor: 3 })
    const begun = await begin()
    expect(await begin()).toEqual(begun)
    const answers = answersTo(begun)
    const result = { id: begun.id, state: 'passed', percent: 100, again: [] }
    expect(await finish(begun.id, answers)).toEqual(result)
    expect(await finish(begun.id, answers)).toEqual(result)
    await tendTrainings(world.parts)
    expect(await world.trainings(2)).toHaveLength(1)
    expect(await world.mails()).toEqual(['training-passed m2@example.org'])
    expect(await trainings.grantsOf(world.db, 2)).toMatchObject([
      { source: 'instruction', attemptId: begun.id, trainingId: safety, state: 'given' },
    ])
    const by = { by: 'Tina', reason: 'Gezeigt' }
    await giveTraining(world.parts, { member: 2, training: laser, ...by })
    await tendTrainings(world.parts)
    expect(await ends()).toEqual({ [safety]: '2027-03-01', [laser]: '2027-03-01' })
    expect(await world.booksLaser(2)).toBe('201')

    world.daysLater(60)
    await attempt()
    for (let time = 0; time < 2; time++) await tendTrainings(world.parts)
    expect((await ends())[laser]).toBe('2027-04-30')
  })

  test('failing names the sections to read again, and gives nothing', async () => {
    expect(await attempt(['staub', 'kinder'])).toMatchObject({ state: 'failed', again: ['staub', 'kinder'] })
    expect(await trainings.grantsOf(world.db, 2)).toEqual([])
    expect(await asMember(2)).toMatchObject({
      attempt: null,
      last: { state: 'failed', again: ['staub', 'kinder'] },
      nextTry: '2026-12-01T08:10:00.000Z',
      given: null,
    })
  })

  test('a wrong answer to a must fails, whatever the percent', async () => {
    await publish({ passPercent: 50 })
    expect(await attempt(['feuer-1'])).toMatchObject({ state: 'failed', percent: 75, again: ['feuer'] })
  })

  test('the next try has to wait 10 minutes, and a day after three', async () => {
    for (let time = 0; time < 3; time++) {
      await attempt(['feuer'])
      await expect(begin()).rejects.toMatchObject({ code: 'quizTooSoon' })
      world.time.now = new Date(world.time.now.getTime() + 10 * minutes)
    }
    await expect(begin()).rejects.toMatchObject({
      code: 'quizTooSoon',
      options: { headers: { 'retry-after': String(23 * 3600 + 50 * 60) } },
    })
    // Other members try at once.
    await begin(3)
    world.daysLater(1)
    expect(await attempt()).toMatchObject({ state: 'passed' })
  })

  test('no answer goes to the browser before the end, and an attempt is its own member’s', async () => {
    const begun = await begin()
    expect(JSON.stringify([begun, await asMember(2)])).not.toMatch(/"right":|must|passedBefore/)
    expect((await asMember(2))?.attempt).toEqual(begun)
    expect(await asMember(3)).toMatchObject({ attempt: null, last: null })
    await expect(finish(begun.id, answersTo(begun), 3)).rejects.toMatchObject({ code: 'notFound' })
    await expect(
      finishAttempt(world.parts, {
        ...own,
        slug: 'other',
        id: begun.id,
        body: { answers: answersTo(begun), confirmed: true },
      }),
    ).rejects.toMatchObject({ code: 'notFound' })
  })

  test('other answers are refused by name, and change nothing', async () => {
    const begun = await begin()
    const [first, ...rest] = answersTo(begun)
    if (!first) throw new Error('no question was drawn')
    const refused = (field: string) => ({ code: 'invalidInput', options: { errors: [{ field }] } })
    await expect(finish(begun.id, rest)).rejects.toMatchObject(refused(first.question))
    await expect(finish(begun.id, [first, first, ...rest])).rejects.toMatchObject(refused(first.question))
    const stranger = { question: 'stranger', options: ['right'] }
    await expect(finish(begun.id, [first, ...rest, stranger])).rejects.toMatchObject(refused('stranger'))
    const odd = { ...first, options: ['none'] }
    await expect(finish(begun.id, [odd, ...rest])).rejects.toMatchObject(refused(first.question))
    expect(await begin()).toEqual(begun)
  })

  test('an attempt is judged once, whoever is first, and never changes', async () => {
    const begun = await begin()
    const tries = [['feuer'], []].map((wrong) => finish(begun.id, answersTo(begun, wrong)))
    const done = await Promise.allSettled(tries)
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = done.find((each) => each.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'attemptEnded' })
    for (const change of [
      sql`update instruction_attempt set percent = 99`,
      sql`update instruction_version set number = 7`,
    ])
      await expect(change.execute(world.db)).rejects.toThrow(/append-only/)
  })

  test('ten requests at once begin one attempt', async () => {
    const begun = await Promise.all(Array.from({ length: 10 }, () => begin()))
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1)
  })

  test('an attempt ends after a day without answers, which counts as none', async () => {
    const begun = await begin()
    world.daysLater(1)
    await expect(finish(begun.id, answersTo(begun))).rejects.toMatchObject({ code: 'attemptEnded' })
    expect((await asMember(2))?.attempt).toBeNull()
    expect((await begin()).id).not.toBe(begun.id)
  })

  test('a new version ends open attempts, and the older trainings as the operator says', async () => {
    await attempt()
    await tendTrainings(world.parts)
    world.daysLater(1)
    const begun = await begin()
    expect(await publish()).toContain('nothing is published')
    expect(await publish({}, [], stories('Rauch'))).toContain('Version 2')
    await expect(finish(begun.id, answersTo(begun))).rejects.toMatchObject({ code: 'attemptEnded' })
    await tendTrainings(world.parts)
    expect(await ends()).toEqual({ [safety]: '2027-12-01' })
    await publish({}, ['--retake', '2026-12-20'], stories('Qualm'))
    await tendTrainings(world.parts)
    expect(await ends()).toEqual({ [safety]: '2026-12-20' })
    await publish({}, ['--retake', 'now'], stories('Glut'))
    await tendTrainings(world.parts)
    expect(await ends()).toEqual({ [safety]: '2026-12-02' })
  })

  test.each([
    [{ training: 77 }, /no training 77/],
    [{ story: 'other' }, /no story other/],
    [{ questions: file.questions.slice(2) }, /no question about feuer/],
    [
      { questions: [...file.questions, { ...file.questions[0], id: 'x', section: 'laser' }] },
      /no section laser/,
    ],
    [{ questions: [...file.questions, file.questions[0]] }, /different ids/],
    [{ passPercent: 0 }, /passPercent/],
    [{ answers: [] }, /answers/],
  ])('a file that does not fit is refused: %j', async (change, message) => {
    await expect(publish(change)).rejects.toThrow(message)
  })

  test('a mailed link opens the questions for its member alone, for a day; failing and passing count as ever', async () => {
    const addressOf = async (id: number) => (await world.parts.connector.member(id))?.emailAddress ?? ''
    const links = instructionLinkHandlers({
      ordering: world.parts,
      rateLimit: createRateLimit({ db: world.db, clock: world.parts.clock }),
      clientAddress: () => '192.0.2.7',
      trainingsChanged: () => {},
    })
    const c = { req: { raw: new Request('http://site') } }
    const call = <Name extends keyof typeof links>(name: Name, body: object, params: object = {}) =>
      links[name]({
        params: { slug: 'werkstatt', ...params },
        body,
        locale: 'de',
        c,
      } as never) as ReturnType<(typeof links)[Name]>
    const ask = async (email: string) => {
      await world.db.deleteFrom('mail').execute()
      expect(await call('askInstructionLink', { email })).toEqual({})
      const [mail] = await world.db.selectFrom('mail').selectAll().execute()
      return mail ? { to: mail.toAddress, token: /link=([\w-]{43})/.exec(mail.text ?? '')?.[1] ?? '' } : null
    }
    // Nobody learns whether an address is known.
    expect(await ask('nobody@example.org')).toBeNull()
    const email = await addressOf(2)
    const asked = await ask(email.toUpperCase())
    expect(asked?.to).toBe(email)
    const { token } = asked ?? { token: '' }
    const stored = await world.db.selectFrom('instructionLink').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)

    const begun = await call('beginLinkedAttempt', { token })
    expect(await call('beginLinkedAttempt', { token })).toEqual(begun)
    const send = (id: number, wrong: string[] = []) =>
      call('finishLinkedAttempt', { token, answers: answersTo(begun, wrong), confirmed: true }, { id })
    expect(await send(begun.id, ['staub', 'kinder'])).toMatchObject({
      state: 'failed',
      again: ['staub', 'kinder'],
    })
    await expect(call('beginLinkedAttempt', { token })).rejects.toMatchObject({ code: 'quizTooSoon' })
    // Another member's link does not reach this attempt, and another instruction knows no such link.
    const other = await ask(await addressOf(3))
    await expect(
      call(
        'finishLinkedAttempt',
        { token: other?.token, answers: answersTo(begun), confirmed: true },
        { id: begun.id },
      ),
    ).rejects.toMatchObject({ code: 'notFound' })
    await expect(call('linkedInstruction', { token }, { slug: 'anders' })).rejects.toMatchObject({
      code: 'notFound',
    })

    world.time.now = new Date(world.time.now.getTime() + 10 * minutes)
    const again = await call('beginLinkedAttempt', { token })
    const passed = await call(
      'finishLinkedAttempt',
      { token, answers: answersTo(again), confirmed: true },
      { id: again.id },
    )
    expect(passed).toMatchObject({ state: 'passed', percent: 100 })
    await tendTrainings(world.parts)
    expect((await world.trainings(2)).map(({ training }) => training)).toEqual([safety])
    const rows = await world.db.selectFrom('instructionAttempt').select('subject').execute()
    expect(rows.every(({ subject }) => /^link\|[0-9a-f]{64}$/.test(subject ?? ''))).toBe(true)
    expect(await call('linkedInstruction', { token })).toMatchObject({
      last: { state: 'passed' },
      given: { until: '2027-12-01' },
    })

    world.daysLater(1)
    await expect(call('linkedInstruction', { token })).rejects.toMatchObject({ code: 'linkExpired' })
    await expect(call('beginLinkedAttempt', { token })).rejects.toMatchObject({ code: 'linkExpired' })
    world.daysLater(8)
    await tendAttempts(world.parts)
    await expect(call('linkedInstruction', { token })).rejects.toMatchObject({ code: 'notFound' })
    // Five mails an hour to one address.
    for (let time = 0; time < 5; time++) await ask(email)
    await expect(ask(email)).rejects.toMatchObject({ code: 'tooManyRequests' })
  })

  test('--diff says what a new version would change, and publishes nothing', async () => {
    expect(await publish({}, ['--diff'])).toBe('Nothing would change.')
    const [first, ...others] = file.questions.slice(0, -1)
    const questions = [{ ...first, must: false }, ...others, { ...file.questions[1], id: 'feuer-3' }]
    const text = stories('Wasser')
    expect(await publish({ questions, passPercent: 90 }, ['--diff'], text)).toBe(
      [
        '+ question feuer-3',
        '~ pass percent',
        '~ section feuer',
        '~ section staub',
        '~ section kinder',
        '~ question feuer-1',
        '- question kinder-2',
      ].join('\n'),
    )
    await expect(publish({}, ['--diff'], stories('Feuer', ['feuer']))).rejects.toThrow('There is no section')
    await expect(publish({}, ['--diff', '--retake', 'now'])).rejects.toThrow(/^Usage/)
    const versions = await world.db.selectFrom('instructionVersion').select('number').execute()
    expect(versions).toEqual([{ number: 1 }])
  })

  test('the evidence says who has passed what, as a list and for a spreadsheet', async () => {
    await attempt()
    const list = await run(['evidence'])
    expect(list).toMatch(/^2026-12-01 09:00\t\S.*\twerkstatt version 1\t[0-9a-f]{12}\tde\t100 %$/)
    expect(await run(['evidence', '--csv'])).toMatchObject({
      file: {
        path: 'instruction-evidence-2026-12-01.csv',
        text: expect.stringMatching(/;1;"[0-9a-f]{64}";"de";100;"2026-12-01 09:00"\r\n$/),
      },
    })
    expect(await run(['list'])).toContain('version 1\ttraining 5\t6 questions\t80 %')
    for (const wrong of [['evidence', '--pdf'], ['publish', 'werkstatt'], ['publish', 'Ä', 'x'], []])
      await expect(run(wrong)).rejects.toThrow(/^Usage/)
  })

  test('what did not pass is deleted after a year, the evidence with its training', async () => {
    const states = async () => {
      const rows = await world.db.selectFrom('instructionAttempt').select('state').orderBy('id').execute()
      return rows.map(({ state }) => state)
    }
    await attempt(['feuer'])
    world.daysLater(1)
    await attempt()
    await begin()
    world.daysLater(2)
    await tendAttempts(world.parts)
    expect(await states()).toEqual(['failed', 'passed', 'left'])
    world.daysLater(370)
    await tendAttempts(world.parts)
    expect(await states()).toEqual(['passed'])
    world.daysLater(365 * 3)
    await tendAttempts(world.parts)
    expect(await states()).toEqual(['passed'])
    world.daysLater(30)
    await forgetEvidence(world.parts)
    await tendAttempts(world.parts)
    expect(await states()).toEqual([])
  })
})
