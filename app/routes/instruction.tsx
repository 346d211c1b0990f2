import { data } from 'react-router'
import { InstructionSlug } from '../../contracts/instruction.ts'
import { isToken } from '../contract/receipt.server.ts'
import { renderRichText } from '../blocks/render-rich-text.server.tsx'
import { servicesOf } from '../context.ts'
import { uncached } from '../delivery/cacheable.ts'
import { upstreamFailure } from '../errors/upstream.ts'
import { refusalOf } from '../forms/run-form.server.ts'
import { localeOf, useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { fullTitle } from '../i18n/titled.ts'
import { answerLinked } from '../instruction/answer-linked.server.ts'
import { AskLink, LinkedQuiz } from '../instruction/linked-quiz.tsx'
import { Quiz } from '../instruction/quiz.tsx'
import { LiveData } from '../live/live-query.tsx'
import { ListSkeleton } from '../live/loaded.tsx'
import * as paths from '../paths.ts'
import { useSession } from '../session/session.ts'
import { WaysIn } from '../session/ways-in.tsx'
import type { Route } from './+types/instruction'
import '../me/me.css'
import '../instruction/instruction.css'

export const handle = { app: true }

/** With a link the page belongs to one person, and its address is a secret for other sites. */
export const headers: Route.HeadersFunction = () => ({ ...uncached, 'referrer-policy': 'same-origin' })

/** `/instruction/{slug}`: a safety instruction to read, and for members its questions; `?link=` is the secret of a mail. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const services = servicesOf(context)
  const locale = localeOf(url.pathname)
  const slug = InstructionSlug.safeParse(params.slug)
  const [instruction, space] = await Promise.all([
    slug.success
      ? services.backendFor(request, locale).instructionText(slug.data).catch(upstreamFailure(services, url))
      : null,
    services.space(locale),
  ])
  if (!instruction) throw data(`Page not found: ${url.pathname}`, { status: 404 })
  const { title, summary, number, passPercent } = instruction
  const { publicUrl } = services.config
  const sections = instruction.sections.map(({ text, ...section }) => ({
    ...section,
    // Elements and text of the editors, never their markup.
    html: renderRichText(text, { publicUrl, locale }),
  }))
  const page = { slug: instruction.slug, title, summary, number, passPercent, sections, email: space.email }
  const token = url.searchParams.get('link')
  return { ...page, linked: token === null ? null : await behindLink(token) }

  /** `over` for a link that is unknown or has expired. */
  async function behindLink(token: string) {
    if (!isToken(token)) return 'over'
    return services
      .backendFor(request, locale)
      .linkedInstruction(page.slug, { token })
      .catch((error: unknown) => {
        const status = refusalOf(error)?.status
        return status === 404 || status === 410 ? ('over' as const) : upstreamFailure(services, url)(error)
      })
  }
}

/** The forms of a page without JavaScript, and of a mailed link. */
export async function action({ params, request, url, context }: Route.ActionArgs) {
  const slug = InstructionSlug.safeParse(params.slug)
  if (!slug.success) throw data(null, { status: 404 })
  return answerLinked({ request, slug: slug.data, url, context })
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const title = (loaderData?.title ?? '').replaceAll('\u00ad', '')
  return [
    { title: fullTitle(title, matches[0]?.loaderData?.space.name ?? '') },
    { name: 'robots', content: 'noindex' },
  ]
}

export default function InstructionScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, title, summary, number, passPercent, sections, email, linked } = loaderData
  const t = useTranslate()
  const subject = t('instruction_subject', { title: title.replaceAll('\u00ad', '') })
  return (
    <main id="content" className="page narrow instruction">
      <h1>{title}</h1>
      <p className="lead">{summary}</p>
      <LiveData>
        {linked === null && <SignInFirst slug={slug} />}
        <p className="hint">
          {t('instruction_shape', { sections: sections.length, percent: passPercent, number })}
        </p>
        <nav aria-label={t('instruction_contents')}>
          <ol>
            {sections.map(({ name, title: section }) => (
              <li key={name}>
                <a href={`#${name}`}>{section}</a>
              </li>
            ))}
            <li>
              <a href="#questions">{t('instruction_quiz')}</a>
            </li>
          </ol>
        </nav>
        {sections.map(({ name, title: section, html }, index) => (
          <section key={name} id={name} aria-labelledby={`${name}-title`}>
            <h2 id={`${name}-title`}>
              <span className="instruction-number">{index + 1}</span> {section}
            </h2>
            <div dangerouslySetInnerHTML={{ __html: html }} />
          </section>
        ))}
        <div id="questions">
          {linked === null ? (
            <>
              <Questions slug={slug} sections={sections} />
              <noscript>
                <AskLink answered={actionData} />
              </noscript>
            </>
          ) : linked === 'over' ? (
            <AskLink answered={actionData} isOver />
          ) : (
            <LinkedQuiz own={linked} sections={sections} answered={actionData} />
          )}
        </div>
      </LiveData>
      {email && (
        <p className="instruction-ask">
          {t('instruction_unclear')}{' '}
          <a href={`mailto:${email}?subject=${encodeURIComponent(subject)}`}>{t('instruction_ask')}</a>
        </p>
      )}
    </main>
  )
}

/** Says above and below the text that answering needs an account. */
function SignInFirst({ slug }: { slug: string }) {
  const { status } = useSession()
  const t = useTranslate()
  if (status === 'anonymous') return <ToSignIn slug={slug} />
  return (
    <noscript>
      <p className="notice">{t('instruction_needs_script')}</p>
    </noscript>
  )
}

function Questions({ slug, sections }: Parameters<typeof Quiz>[0]) {
  const { status } = useSession()
  if (status === 'authenticated') return <Quiz slug={slug} sections={sections} />
  return status === 'loading' ? <ListSkeleton rows={1} /> : <ToSignIn slug={slug} />
}

function ToSignIn({ slug }: { slug: string }) {
  const t = useTranslate()
  const here = paths.page(useLocale(), `instruction/${slug}`)
  return (
    <div className="notice">
      <WaysIn here={here}>{t('instruction_sign_in')}</WaysIn>
    </div>
  )
}
