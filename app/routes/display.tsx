import { renderToStaticMarkup } from 'react-dom/server'
import { Id } from '../../contracts/booking.ts'
import { addDays, dayOf, toLocal } from '../../rules/time.ts'
import { servicesOf, type SiteServices } from '../context.ts'
import { bookingsBetween } from '../live/days.ts'
import { equipmentNames } from '../live/directory.ts'
import { DisplayPage } from '../display/display-page.tsx'
import { type DisplayView, displayView } from '../display/display-view.server.ts'
import { type Locale, localeOf } from '../i18n/locale.ts'
import { contentPolicy } from '../delivery/content-policy.ts'
import type { Route } from './+types/display'

/** `/display/{space}` (R21): today in a space, for a wall display that updates itself. */
export async function loader({ url, params, context }: Route.LoaderArgs): Promise<Response> {
  const services = servicesOf(context)
  const locale = localeOf(url.pathname)
  const id = Id.safeParse(params.space)
  const view = id.success
    ? await viewOf(services, id.data, locale).catch((error: unknown) => {
        services.log.warn({ err: error }, 'the display could not be read')
        return null
      })
    : undefined
  const page = <DisplayPage view={view} locale={locale} buildId={services.config.buildId} />
  const html = `<!DOCTYPE html>${renderToStaticMarkup(page)}`
  return new Response(html, {
    status: view ? 200 : view === null ? 503 : 404,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentPolicy(html, services.config),
      'cache-control': 'private, no-cache',
      ...(view === null && { 'retry-after': '5' }),
    },
  })
}

/** Returns undefined for an unknown space. */
async function viewOf(services: SiteServices, id: number, locale: Locale): Promise<DisplayView | undefined> {
  const { connector, now } = services
  const space = (await connector.spaces()).find((each) => each.id === id)
  if (!space) return undefined
  const today = dayOf(toLocal(now(), space.timezone))
  const [equipment, bookings, names] = await Promise.all([
    connector.equipment({ space: id }),
    bookingsBetween(connector, `${today}T00:00`, `${addDays(today, 1)}T00:00`),
    equipmentNames(services, locale),
  ])
  return displayView({ space, equipment, bookings, names, now: now(), locale })
}
