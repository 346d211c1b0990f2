import { data, redirect, type RouterContextProvider } from 'react-router'
import { GuestToken } from '../../contracts/guest-place.ts'
import { EmailAddress } from '../../contracts/identity.ts'
import { AttemptAnswers } from '../../contracts/instruction.ts'
import { servicesOf, type SiteServices } from '../context.ts'
import { formOf, refusalOf } from '../forms/run-form.server.ts'
import { localeOf } from '../i18n/locale.ts'
import * as paths from '../paths.ts'
import { confirmed } from './confirmed.ts'

interface Asked {
  request: Request
  slug: string
  url: URL
  context: Readonly<RouterContextProvider>
}

/** What a form of the page without JavaScript led to, when it is to be shown once more. */
export type Answered =
  | { step: 'sent' }
  | { step: 'ask'; email: string; refusal: string | null }
  | { step: 'refused'; refusal: string }
  /** Names of what has no answer, and what is chosen by question. */
  | { step: 'missing'; missing: string[]; chosen: Record<string, string[]> }

type Backend = ReturnType<SiteServices['backendFor']>

/** Mails the link, begins an attempt or judges its answers: the forms of a page without JavaScript. */
export async function answerLinked({ request, slug, url, context }: Asked) {
  const { backendFor, log } = servicesOf(context)
  const locale = localeOf(url.pathname)
  const backend = backendFor(request, locale)
  const form = await formOf(request, true)
  const step = form.get('do')
  const token = url.searchParams.get('link') ?? ''
  const answer = (answered: Answered, status: number) => data(answered, { status })
  try {
    if (step === 'ask') {
      const email = String(form.get('email') ?? '').trim()
      if (!EmailAddress.safeParse(email).success) return answer({ step: 'ask', email, refusal: null }, 422)
      await backend.askInstructionLink(slug, { email })
      return answer({ step: 'sent' }, 200)
    }
    if (!GuestToken.safeParse(token).success) throw data(null, { status: 400 })
    if (step === 'begin') await backend.beginLinkedAttempt(slug, { token })
    else {
      const missing = await finish(backend, { slug, token, form })
      if (missing) return answer({ step: 'missing', ...missing }, 422)
    }
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    log.warn({ err: error }, 'a step of an instruction without JavaScript was refused')
    return answer({ step: 'refused', refusal: refusal.message }, refusal.status)
  }
  throw redirect(`${paths.page(locale, `instruction/${slug}`)}?link=${token}#quiz-title`, 303)
}

/** Judges the answers of a form. @returns what is missing instead, and what is chosen */
async function finish(
  backend: Backend,
  { slug, token, form }: { slug: string; token: string; form: FormData },
) {
  const id = Number(form.get('attempt'))
  const names = [...new Set(form.keys())].filter((name) => !['do', 'attempt', confirmed].includes(name))
  const chosen = Object.fromEntries(names.map((name) => [name, form.getAll(name).map(String)]))
  const { attempt } = await backend.linkedInstruction(slug, { token })
  // An attempt that is over gets the same answers once more: they have the same result.
  const drawn = attempt?.id === id ? attempt.questions.map((question) => question.id) : []
  const missing = [...drawn, confirmed].filter((name) => !form.has(name))
  if (missing.length > 0) return { missing, chosen }
  const answers = names.map((question) => ({ question, options: chosen[question] ?? [] }))
  const sent = AttemptAnswers.safeParse({ answers, confirmed: true })
  if (!Number.isSafeInteger(id) || !sent.success) throw data(null, { status: 400 })
  await backend.finishLinkedAttempt(slug, id, { ...sent.data, token })
  return null
}
