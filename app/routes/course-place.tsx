import { data, redirect } from 'react-router'
import { freeCancelDayLeft } from '../../rules/course-place.ts'
import { isToken } from '../contract/receipt.server.ts'
import { servicesOf } from '../context.ts'
import { uncached } from '../delivery/cacheable.ts'
import { cookieIn, type HostCookie, setCookie } from '../delivery/host-cookie.ts'
import { upstreamFailure } from '../errors/upstream.ts'
import { loadCourses } from '../events/load-courses.server.ts'
import { GuestPlaceView, GuestSignUpView } from '../me/guest-place.tsx'
import { formOf, refusalOf } from '../forms/run-form.server.ts'
import { LinkOver } from '../live/link-over.tsx'
import { localeOf, useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { titled } from '../i18n/titled.ts'
import * as paths from '../paths.ts'
import type { Route } from './+types/course-place'
import '../me/me.css'
import '../me/places.css'
import '../sign-up/onboarding.css'

export const handle = { app: true }

/** The page belongs to one person, and its address is a secret. */
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => ({
  ...uncached,
  'referrer-policy': 'same-origin',
  ...(loaderHeaders.has('refresh') && { refresh: loaderHeaders.get('refresh') ?? '' }),
})

export function meta(args: Route.MetaArgs) {
  return [...titled('guest_place_title')(args), { name: 'robots', content: 'noindex' }]
}

/** Where the provider's page leads back to. */
const afterPaying = 'paid'
/** Leads a guest from there back to their place: its address is a secret that the provider must not have. */
const paying: HostCookie = { name: 'guestplace', seconds: 24 * 3600, pattern: /^[\w-]{43}$/ }
/** So often the page loads itself anew for who comes back from paying: what is paid is booked a moment later. */
const mostLooks = 5

/** `/course-place/{token}`: the link of a mail to somebody without an account, to a sign-up or to its place. */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const services = servicesOf(context)
  const locale = localeOf(url.pathname)
  const { token } = params
  const none = (gone: 'paid' | 'unknown' | 'expired', status: number) =>
    data({ gone, place: null, signUp: null }, { status })
  const isHttps = services.config.publicUrl.startsWith('https:')
  if (token === afterPaying) {
    const place = cookieIn(paying, request.headers.get('cookie'), isHttps)
    if (place === null) return none('paid', 200)
    const headers = { 'set-cookie': setCookie(paying, null, isHttps) }
    throw redirect(paths.page(locale, `course-place/${place}?look=1`), { status: 303, headers })
  }
  if (!isToken(token)) return none('unknown', 404)
  const found = await services
    .backendFor(request, locale)
    .guestPlace({ token })
    .catch((error: unknown) => {
      const status = refusalOf(error)?.status
      return status === 404 || status === 410 ? status : upstreamFailure(services, url)(error)
    })
  if (typeof found === 'number') return none(found === 410 ? 'expired' : 'unknown', found)
  if (!found.signUp) {
    const look = Number(url.searchParams.get('look')) || mostLooks
    const refreshes = found.place?.state === 'held' && look < mostLooks
    const refresh = `2; url=${url.pathname}?look=${look + 1}`
    return data({ gone: null, place: found.place, signUp: null }, { headers: refreshes ? { refresh } : {} })
  }
  const { courseId, dateId } = found.signUp
  const { courses, now } = await loadCourses(services, locale, [courseId])
  const [course] = courses
  const date = course?.dates.find(({ id }) => id === dateId)
  if (!course || !date) return none('expired', 410)
  const { freeCancelDays } = course
  const freeUntil = freeCancelDayLeft({ begins: date.fromDateTime, freeCancelDays }, now)
  return data({ gone: null, place: null, signUp: { ...found.signUp, course, date, freeUntil } })
}

/** A mail program may open every link, so only buttons do something; the page then shows what became of it. */
export async function action({ request, params, url, context }: Route.ActionArgs) {
  const { backendFor, config, log } = servicesOf(context)
  const locale = localeOf(url.pathname)
  const { token } = params
  if (!isToken(token)) throw data(null, { status: 404 })
  const form = await formOf(request)
  const seen = (name: string) => String(form.get(name) ?? '')
  const backend = backendFor(request, locale)
  try {
    let payUrl: string | null = null
    if (form.get('do') === 'take')
      payUrl = (await backend.takeGuestPlace({ token, priceSeen: seen('price') })).payUrl
    else if (form.get('do') === 'accept') payUrl = (await backend.acceptGuestPlace({ token })).payUrl
    else if (form.get('do') === 'leave') await backend.leaveGuestPlace({ token, refund: seen('refund') })
    else throw data(null, { status: 400 })
    if (payUrl === null) throw redirect(paths.page(locale, `course-place/${token}`), 303)
    const cookie = setCookie(paying, token, config.publicUrl.startsWith('https:'))
    throw redirect(payUrl, { status: 303, headers: { 'set-cookie': cookie } })
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    log.warn({ err: error }, 'a step of a guest was refused')
    return data({ refusal: refusal.message }, { status: refusal.status })
  }
}

export default function CoursePlaceScreen({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const locale = useLocale()
  const { gone, signUp, place } = loaderData
  return (
    <main id="content" className="page onboarding narrow place-page">
      <h1>
        {t(
          signUp
            ? 'guest_complete_title'
            : place?.state === 'booked'
              ? 'guest_place_booked'
              : 'guest_place_title',
        )}
      </h1>
      {actionData && (
        <div className="notice error" role="alert">
          <p>{actionData.refusal}</p>
        </div>
      )}
      {gone && (
        <LinkOver to={{ href: paths.page(locale, 'events'), label: t('events_training_dates') }}>
          {t(goneTexts[gone])}
        </LinkOver>
      )}
      {signUp && <GuestSignUpView signUp={signUp} />}
      {place && <GuestPlaceView place={place} />}
    </main>
  )
}

const goneTexts = {
  paid: 'guest_paid',
  unknown: 'guest_unknown',
  expired: 'guest_expired',
} as const
