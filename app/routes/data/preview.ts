import type { z } from 'zod'
import type { DataApi } from '../../../contracts/http/data.ts'
import { Problem } from '../../../contracts/problem.ts'
import { isKnown, withData } from '../../blocks/load-page.ts'
import { renderStory } from '../../blocks/render-story.server.tsx'
import { servicesOf } from '../../context.ts'
import { answerWith } from '../../live/data-route.ts'
import { localeOf } from '../../i18n/locale.ts'
import type { Route } from './+types/preview'

const mostBytes = 2_000_000

/** POST /data/preview: a story as somebody is typing it, drawn. Only with the editor's signed parameters. */
export function action({ request, url, context }: Route.ActionArgs): Promise<Response> {
  const services = servicesOf(context)
  return answerWith(request, services.log, async () => {
    if (!services.isPreview(url.searchParams)) throw new Problem('unauthorized')
    if (request.method !== 'POST') throw new Problem('methodNotAllowed', { headers: { allow: 'POST' } })
    const locale = localeOf(url.searchParams.get('path') ?? '/')
    const story = await services.content.ofEditor(await readStory(request), locale).catch(() => {
      throw new Problem('invalidInput', { params: { field: 'story' } })
    })
    if (!isKnown(story)) throw new Problem('invalidInput', { params: { field: 'content.component' } })
    const [page, space] = await Promise.all([withData(services, locale, story), services.space(locale)])
    const html = renderStory(page, { publicUrl: services.config.publicUrl, space })
    const drawn: z.output<DataApi['preview']['answer']> = { html }
    return Response.json(drawn, { headers: { 'cache-control': 'private, no-store' } })
  })
}

export function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  return answerWith(request, servicesOf(context).log, () => {
    throw new Problem('methodNotAllowed', { headers: { allow: 'POST' } })
  })
}

async function readStory(request: Request): Promise<unknown> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) throw new Problem('tooLarge')
  const text = await request.text()
  if (text.length > mostBytes) throw new Problem('tooLarge')
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem('malformed')
  }
}
