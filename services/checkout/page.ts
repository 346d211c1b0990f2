import type { Context } from 'hono'
import { type Locale, Problem } from '../../contracts/problem.ts'
import { createService, type Fetch, localeOf, type ServiceEnv } from '../../platform/http/service.ts'
import type { Log } from '../../platform/log.ts'
import { isIban } from './iban.ts'
import { cardProblem, notAuthenticated, notSetUp, type TestCardName, testCards } from './methods.ts'
import { pageHeaders, type PayFrame, payStyles } from './pages/layout.ts'
import { notFoundPage, type PayError, sessionPage } from './pages/pages.ts'
import type { OpenedSession, Sessions } from './sessions.ts'

interface PageOptions {
  sessions: Sessions
  frame: PayFrame
  /** Called when something was announced, after it was written. */
  announced: () => void
  log: Log
}

/** What a form does: the new state, or what is wrong with the form. */
type Done = OpenedSession | PayError | null

/** The pages on which buyers pay: `/{id}` of a checkout session. The id is known to its buyer alone. */
export function createPayPages({ sessions, frame, announced, log }: PageOptions): Fetch {
  const app = createService('pay', log)

  app.get('/pay.css', (c) =>
    c.body(payStyles.css, 200, {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=86400',
    }),
  )
  app.get('/:id', async (c) => {
    const opened = await sessions.find(c.req.param('id'))
    announced()
    return opened ? show(frame, c, opened) : notFound(frame, c)
  })
  app.post('/:id', async (c) => {
    const id = c.req.param('id')
    const before = await sessions.find(id)
    if (!before) return notFound(frame, c)
    const form = new URLSearchParams(await c.req.text())
    const done = await act(sessions, before, form)
    if (done === null) throw new Problem('invalidInput', { params: { field: 'do' } })
    if ('field' in done) return show(frame, c, before, done, 422)
    announced()
    const { session, refusal } = done
    if (refusal) return show(frame, c, done, refusalOf(done, form), 422)
    const isDone = session.status === 'complete' && session.payment_status !== 'unpaid'
    const isDoneNow = before.session.status === 'open' && isDone
    return c.redirect(isDoneNow ? session.success_url : `/pay/${id}`, 303)
  })
  app.all('*', () => {
    throw new Problem('notFound')
  })

  return async (request) => app.fetch(request)
}

function act(sessions: Sessions, { session }: OpenedSession, form: URLSearchParams): Promise<Done> {
  const { id, own } = session
  const wanted = form.get('do')
  switch (wanted) {
    case 'card':
      return payByCard(sessions, id, form)
    case 'debit':
      return own.methods.includes('sepa_debit') ? payByDebit(sessions, id, form) : Promise.resolve(null)
    case 'confirm':
    case 'refuse':
      return sessions.confirm(id, wanted === 'confirm')
    case 'credited':
    case 'returned':
    case 'disputed':
      return sessions.bank(id, wanted)
    default:
      return Promise.resolve(null)
  }
}

/** A typed number counts more than the chosen card. */
async function payByCard(sessions: Sessions, id: string, form: URLSearchParams): Promise<Done> {
  const typed = form.get('card') ?? ''
  const chosen = chosenCard(form)
  const number = typed.replaceAll(/[\s-]/g, '') || testCards[chosen].number
  const problem = cardProblem(number)
  return problem ? { field: 'card', text: problem, typed, chosen } : sessions.pay(id, 'card', number)
}

async function payByDebit(sessions: Sessions, id: string, form: URLSearchParams): Promise<Done> {
  const typed = form.get('iban') ?? ''
  const iban = typed.replaceAll(/\s/g, '').toUpperCase()
  return isIban(iban) ? sessions.pay(id, 'sepa_debit', iban) : { field: 'iban', text: 'ibanWrong', typed }
}

function show(
  frame: PayFrame,
  c: Context<ServiceEnv>,
  opened: OpenedSession,
  error: PayError | null = null,
  status: 200 | 422 = 200,
) {
  const { success_url, cancel_url } = opened.session
  const origins = [success_url, cancel_url].map((url) => new URL(url).origin)
  return c.html(sessionPage(frame, opened, error), status, pageHeaders(origins))
}

function notFound(frame: PayFrame, c: Context<ServiceEnv>) {
  const locale: Locale = localeOf(c.req.raw)
  return c.html(notFoundPage(frame, locale), 404, pageHeaders([]))
}

/** What the page says about a refused attempt: at the number that was typed, else at the test cards. */
function refusalOf({ refusal }: OpenedSession, form: URLSearchParams): PayError {
  const isUnconfirmed = refusal?.code === notAuthenticated.code || refusal?.code === notSetUp.code
  const typed = form.get('card') ?? ''
  const text = isUnconfirmed ? 'notConfirmed' : 'declined'
  return { field: typed.trim() === '' ? 'test' : 'card', text, typed, chosen: chosenCard(form) }
}

function chosenCard(form: URLSearchParams): TestCardName {
  const names = Object.keys(testCards) as TestCardName[]
  return names.find((name) => name === form.get('test')) ?? 'pays'
}
