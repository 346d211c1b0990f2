import { useState } from 'react'
import type { CoursePlace } from '../../../contracts/course-place.ts'
import { Link } from '../../frame/link.tsx'
import { useLocale } from '../../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import { Loaded } from '../../live/loaded.tsx'
import { PlaceCard } from '../../me/place-card.tsx'
import { isOver } from '../../me/place-ticket.tsx'
import { MissingTicket } from '../../me/ticket.tsx'
import { usePlaces } from '../../me/use-places.ts'
import { useToday } from '../../me/use-rights.ts'
import * as paths from '../../paths.ts'
import '../../me/places.css'

export const meta = titled('me_course_title')

/** The places of the account: what is to come, what it waits for, and what is over. */
export default function MyCourses() {
  const t = useTranslate()
  const query = usePlaces()
  const today = useToday()
  return (
    <section>
      <h1>{t('me_course_title')}</h1>
      <Loaded query={query} failed={t('me_course_failed')}>
        {(places) => <PlaceList places={places} today={today} />}
      </Loaded>
    </section>
  )
}

/** Lists places. @param today YYYY-MM-DD at the space */
export function PlaceList({ places, today }: { places: CoursePlace[]; today: string }) {
  const locale = useLocale()
  const t = useTranslate()
  const byStart = (one: CoursePlace, other: CoursePlace) => one.fromDateTime.localeCompare(other.fromDateTime)
  const isPast = (place: CoursePlace) => isOver(place) || place.untilDateTime.slice(0, 10) < today
  const open = places.filter((place) => !isPast(place)).toSorted(byStart)
  const waits = ({ state }: CoursePlace) => state === 'waiting' || state === 'offered'
  // What came to nothing before it was booked tells nobody anything later.
  const past = places.filter((place) => isPast(place) && place.state !== 'ended').toSorted(byStart)
  const groups: [MessageKey, CoursePlace[]][] = [
    ['me_course_coming', open.filter((place) => !waits(place))],
    ['me_course_list', open.filter(waits)],
    ['me_course_past', past.toReversed()],
  ]
  const [given, setGiven] = useState<{ title: string; name: string } | null>(null)
  const shown = groups.filter(([, group]) => group.length > 0)
  return (
    <>
      <div role="status">{given && <p className="notice">{t('place_substituted', given)}</p>}</div>
      {shown.length === 0 && (
        <>
          <MissingTicket />
          <p>{t('me_course_none')}</p>
        </>
      )}
      {shown.map(([title, group]) => (
        <section key={title} className="place-group">
          <h2>{t(title)}</h2>
          <ul className="me-tickets">
            {group.map((place) => (
              <li key={place.id}>
                <PlaceCard
                  place={place}
                  today={today}
                  onGiven={(name) => setGiven({ title: place.title[locale], name })}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Link className="button" to={paths.page(locale, 'events')}>
        {t('me_course_action')}
      </Link>
    </>
  )
}
