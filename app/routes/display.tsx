import { renderToStaticMarkup } from 'react-dom/server'
import { Id } from '../../contracts/booking.ts'
import { Secret } from '../../contracts/calendar.ts'
import type { Space } from '../../contracts/space.ts'
import { addDays, dayOf, toLocal } from '../../rules/time.ts'
import { servicesOf, type SiteServices } from '../context.ts'
import { bookingsBetween } from '../live/days.ts'
import { equipmentNames } from '../live/directory.ts'
import { readCourses } from '../blocks/read-catalogue.ts'
import { DisplayPage } from '../display/display-page.tsx'
import { type DisplayView, displayView } from '../display/display-view.server.ts'
import { readHall } from '../display/read-hall.server.ts'
import { type Locale, localeOf } from '../i18n/locale.ts'
import { contentPolicy } from '../delivery/content-policy.ts'
import type { Route } from './+types/display'

/**
 * `/display/{space}` (R21): today in a space, for a wall display that updates itself. With `?secret=`, the secret of the
 * calendar of the space, it names members (P9).
 */
export async function loader({ url, params, context }: Route.LoaderArgs): Promise<Response> {
  const services = servicesOf(context)
  const locale = localeOf(url.pathname)
  const id = Id.safeParse(params.space)
  const hall = id.success ? await readHall(services, locale) : null
  const view = id.success
    ? await viewOf(services, { id: id.data, locale, secret: url.searchParams.get('secret') }).catch(
        (error: unknown) => {
          services.log.warn({ err: error }, 'the display could not be read')
          return null
        },
      )
    : undefined
  const page = <DisplayPage view={view} hall={hall} locale={locale} buildId={services.config.buildId} />
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

interface Asked {
  id: number
  locale: Locale
  secret: string | null
}

/** Returns undefined for an unknown space. */
async function viewOf(
  services: SiteServices,
  { id, locale, secret }: Asked,
): Promise<DisplayView | undefined> {
  const { connector, now } = services
  const space = (await connector.spaces()).find((each) => each.id === id)
  if (!space) return undefined
  const today = dayOf(toLocal(now(), space.timezone))
  const [equipment, bookings, names, courses, showsNames] = await Promise.all([
    connector.equipment({ space: id }),
    bookingsBetween(connector, `${today}T00:00`, `${addDays(today, 1)}T00:00`),
    equipmentNames(services, locale),
    readCourses(services),
    isOpenedBySecret(services, space, secret),
  ])
  return displayView({ space, equipment, bookings, names, courses, now: now(), locale, showsNames })
}

const secretMs = 60_000
/** Until when a right secret needs no new check, in epoch ms, by space and secret: a display asks every few seconds. */
const checked = new Map<string, number>()

/** Whether the secret opens the calendar of the space: a new calendar address closes the old link of the display, too. */
async function isOpenedBySecret(
  { connector, now }: SiteServices,
  { id, bookingNamesPublic }: Space,
  given: string | null,
): Promise<boolean> {
  const secret = Secret.safeParse(given)
  if (!secret.success || !bookingNamesPublic) return false
  const key = `${id} ${secret.data}`
  const at = now().getTime()
  if ((checked.get(key) ?? 0) > at) return true
  checked.delete(key)
  if (!(await connector.calendarFeed('spaces', id, secret.data))) return false
  checked.set(key, at + secretMs)
  return true
}
