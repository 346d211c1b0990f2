import { data, useLoaderData } from 'react-router'
import type { Course, CourseDate } from '../../../contracts/course.ts'
import type { PlaceQuote } from '../../../contracts/course-place.ts'
import { servicesOf } from '../../context.ts'
import { askHref } from '../../events/event-words.ts'
import { courseOf } from '../../events/sign-up-course.server.ts'
import { Link } from '../../frame/link.tsx'
import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import { LiveData } from '../../live/live-query.tsx'
import { ListSkeleton, Loaded } from '../../live/loaded.tsx'
import { CourseInterest } from '../../me/course-interest.tsx'
import { PlaceCard } from '../../me/place-card.tsx'
import { SignUpForm } from '../../me/sign-up-form.tsx'
import { PlaceHead } from '../../me/place-head.tsx'
import { SignUpSummary } from '../../me/sign-up-summary.tsx'
import { isOver } from '../../me/place-ticket.tsx'
import { WaitingNote } from '../../me/waiting-note.tsx'
import { usePlaceQuote, usePlaces } from '../../me/use-places.ts'
import * as paths from '../../paths.ts'
import { SessionNotice } from '../../session/require-member.tsx'
import { useSession } from '../../session/session.ts'
import { WaysIn } from '../../session/ways-in.tsx'
import { isOpenToGuests } from '../../../rules/guests.ts'
import { toCents } from '../../../rules/money.ts'
import { PlaceDates } from './place-dates.tsx'
import type { Route } from './+types/sign-up'
import '../../me/me.css'
import '../../me/places.css'
import '../../sign-up/onboarding.css'

export const handle = { app: true }

export function meta(args: Route.MetaArgs) {
  return titled(args.loaderData?.date?.freeSeats === 0 ? 'place_join_list' : 'place_title')(args)
}

/** `/events/{id}-{slug}/sign-up?date={id}`: where people take a place. Without a date they choose one. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const signUp = await courseOf({ params, url, context }, 'sign-up')
  // Without them the page names what is missing, and no way to it.
  const instructions = await servicesOf(context)
    .backend.instructions()
    .catch(() => [])
  return data({ ...signUp, instructions }, { headers: { 'cache-control': 'no-store' } })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export default function SignUpScreen({ loaderData }: Route.ComponentProps) {
  const { course, dates, date, isClosed, freeUntil, email, drawing } = loaderData
  const t = useTranslate()
  const locale = useLocale()
  const title = course.title[locale]
  return (
    <main id="content" className="page onboarding narrow place-page">
      {date ? (
        <LiveData>
          <SignUp key={date.id} {...{ course, date, drawing, freeUntil, email }} />
        </LiveData>
      ) : (
        <>
          <PlaceHead course={course} date={date} drawing={drawing} />
          <LiveData>
            <Dates
              {...{ course, dates, isClosed }}
              hrefOf={(id) => paths.eventSignUp(locale, course.id, title, id)}
            />
            <CourseInterest courseId={course.id} here={paths.eventNews(locale, course.id, title)} />
          </LiveData>
        </>
      )}
      <p className="place-other">
        <Link to={paths.event(locale, course.id, title)}>{t('place_other_dates')}</Link>
      </p>
    </main>
  )
}

/** The dates of a course, with the places of the account. */
function Dates(about: Omit<Parameters<typeof PlaceDates>[0], 'own'>) {
  const { data: places = [] } = usePlaces()
  const own = new Map(places.filter((place) => !isOver(place)).map(({ dateId, state }) => [dateId, state]))
  return <PlaceDates {...about} own={own} />
}

interface SignUpProps {
  course: Course
  date: CourseDate
  /** Last day on which cancelling costs nothing; null = it is over. */
  freeUntil: string | null
  email: string | null
}

/** What the visitor can do: sign in, register, sign up, or go on with the place they have. */
function SignUp({ course, date, drawing, freeUntil, email }: SignUpProps & { drawing: string | null }) {
  const { status } = useSession()
  const t = useTranslate()
  const locale = useLocale()
  const query = usePlaceQuote(date.id)
  const about = { course, date, freeUntil }
  const isFull = date.freeSeats === 0
  const isForGuests = isOpenToGuests(course)
  if (status === 'authenticated')
    return (
      <>
        <PlaceHead course={course} date={date} drawing={drawing} place={query.data?.place} />
        <Answer {...about} email={email} query={query} />
      </>
    )
  return (
    <>
      <PlaceHead course={course} date={date} drawing={drawing} />
      {isFull && <WaitingNote date={date} party={1} isPaid={Number(course.price) > 0} />}
      <SignUpSummary {...about} party={1} cents={toCents(course.price)} isFull={isFull} />
      {status === 'anonymous' ? (
        <WaysIn here={paths.eventSignUp(locale, course.id, course.title[locale], date.id)}>
          {t(isForGuests ? 'place_account_helps' : isFull ? 'place_account_list' : 'place_account')}
        </WaysIn>
      ) : (
        <>
          <noscript>
            <p className="notice">
              {t('place_needs_script')}{' '}
              {email && <a href={askHref(email, course.title[locale], date, locale)}>{email}</a>}
            </p>
          </noscript>
          <ListSkeleton rows={1} />
        </>
      )}
      {isForGuests && (
        <p className="place-other">
          {t('guest_offer')}{' '}
          <a href={paths.eventGuest(locale, course.id, course.title[locale], date.id)}>
            {t(isFull ? 'guest_link_list' : 'guest_link')}
          </a>
        </p>
      )}
    </>
  )
}

function Answer({
  course,
  date,
  freeUntil,
  email,
  query,
}: SignUpProps & { query: ReturnType<typeof usePlaceQuote> }) {
  const t = useTranslate()
  const locale = useLocale()
  const { error } = useSession()
  return (
    <>
      {error !== null && error !== 'noMember' && <SessionNotice />}
      <Loaded query={query} failed={t('place_failed_to_load')} rows={2}>
        {(quote) => {
          if (quote?.place)
            return (
              <>
                {quote.place.state === 'booked' && <p className="notice success">{t('place_booked_text')}</p>}
                <PlaceCard place={quote.place} level={2} />
                <p className="place-other">
                  <Link to={paths.me(locale, 'course')}>{t('place_own')}</Link>
                </p>
              </>
            )
          if (!quote) return <p className="notice">{t('place_date_closed')}</p>
          const barring = quote.missing.filter(({ mayPassLater }) => !mayPassLater)
          if (barring.length > 0)
            return (
              <>
                <Missing missing={barring}>{t('place_missing')}</Missing>
                <WayOn missing={barring} mail={email && askHref(email, course.title[locale], date, locale)} />
              </>
            )
          if (!quote.canPay && Number(course.price) > 0)
            return (
              <p className="notice">
                {t('place_no_way')}{' '}
                {email && <a href={askHref(email, course.title[locale], date, locale)}>{email}</a>}
              </p>
            )
          return (
            <>
              {quote.missing.length > 0 && <Missing missing={quote.missing}>{t('place_later')}</Missing>}
              <SignUpForm course={course} date={date} quote={quote} freeUntil={freeUntil} />
            </>
          )
        }}
      </Loaded>
    </>
  )
}

/** Returns where a missing training is got: the page that says what it is, and the next step; null = nowhere here. */
function useWays(missing: PlaceQuote['missing']) {
  const locale = useLocale()
  const { instructions } = useLoaderData<typeof loader>()
  return missing.map(({ id, course }) => {
    const instruction = instructions.find(({ training }) => training === id)
    if (instruction) {
      const href = paths.page(locale, `instruction/${instruction.slug}`)
      return { id, title: instruction.title[locale], href, next: href, label: 'instruction_open' as const }
    }
    if (!course) return null
    const title = course.title[locale]
    const next = paths.eventNews(locale, course.id, title)
    const label = 'block_workshop_to_dates' as const
    return { id, title, href: paths.event(locale, course.id, title), next, label }
  })
}

/** Which trainings are missing, and where they are got. */
function Missing({ missing, children }: Pick<PlaceQuote, 'missing'> & { children: string }) {
  const t = useTranslate()
  return (
    <div className="notice" role="status">
      <p>{children}</p>
      <ul>
        {useWays(missing).map((way, index) => (
          <li key={way?.id ?? index}>
            {way ? <Link to={way.href}>{way.title}</Link> : t('place_missing_other')}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The next thing to do for somebody whom trainings bar: the first that can be got here, otherwise a mail to the space. */
function WayOn({ missing, mail }: Pick<PlaceQuote, 'missing'> & { mail: string | null }) {
  const t = useTranslate()
  const way = useWays(missing).find((each) => each !== null)
  if (way)
    return (
      <Link className="button" to={way.next}>
        {t(way.label)} <span className="visually-hidden">{way.title}</span>
      </Link>
    )
  return (
    mail && (
      <a className="button" href={mail}>
        {t('instruction_ask')}
      </a>
    )
  )
}
