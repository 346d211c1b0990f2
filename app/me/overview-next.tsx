import { useQuery } from '@tanstack/react-query'
import type { OwnBooking } from '../../contracts/live.ts'
import { Link } from '../frame/link.tsx'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { Loaded } from '../live/loaded.tsx'
import { useOwnBookings, useWaitlist } from '../live/use-own-bookings.ts'
import * as paths from '../paths.ts'
import { toDecimal } from '../../rules/money.ts'
import { inCredits } from '../live/credits.ts'
import { balances, dayText, endingSoon, scopeName, signedMoney } from './credit-entry.ts'
import { FirstSteps } from './first-steps.tsx'
import { addressToRepeat, inTwo } from '../booking/own-booking.ts'
import { OwnBookingTicket } from './own-booking-ticket.tsx'
import { MissingTicket } from './ticket.tsx'
import { useBackend } from './use-backend.ts'
import { useNow } from './use-now.ts'
import { useTeam } from './use-team.ts'
import { useRights, useToday, useTrainingNames } from './use-rights.ts'

/** The next booking as a ticket, or what to do without one. */
export function NextBooking({ onCancel }: { onCancel: (booking: OwnBooking) => void }) {
  const query = useOwnBookings()
  const entries = useWaitlist()
  const locale = useLocale()
  const t = useTranslate()
  return (
    <section className="overview-next" aria-labelledby="overview-next">
      <h2 id="overview-next">{t('me_next_title')}</h2>
      <Loaded query={query} failed={t('me_bookings_failed')} rows={1}>
        {({ data }) => {
          const { next, past } = inTwo(
            data.filter(({ id }) => !entries?.some(({ booking }) => booking === id)),
          )
          const [first] = next
          if (data.length === 0) return <FirstSteps />
          if (!first) return <NothingNext last={past[0]} />
          return (
            <>
              <OwnBookingTicket booking={first} place="profil" onCancel={onCancel} />
              <div className="me-actions">
                <Link className="button" to={paths.booking(locale)}>
                  {t('me_bookings_book')}
                </Link>
                <Link to={paths.me(locale, 'bookings')}>
                  {t(next.length > 1 ? 'me_next_more' : 'me_next_all', { count: next.length - 1 })}
                </Link>
              </div>
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

function NothingNext({ last }: { last: OwnBooking | undefined }) {
  const locale = useLocale()
  const t = useTranslate()
  const now = useNow()
  return (
    <>
      <MissingTicket />
      <p>{t('me_bookings_none_next')}</p>
      <div className="me-actions">
        <Link className="button" to={paths.booking(locale)}>
          {t('me_bookings_book')}
        </Link>
        {last && (
          <Link to={addressToRepeat(last, now, locale)}>
            {t('me_next_repeat', { machine: last.resource.name })}
          </Link>
        )}
      </div>
    </>
  )
}

/** Lists shared and own credits, and the credits and trainings that end soon. */
export function CreditsLeft() {
  const { backend, memberId, options } = useBackend()
  const query = useQuery({
    ...options,
    queryKey: ['credits', memberId],
    queryFn: async () => (await backend()).credits(memberId),
  })
  const { data, isFetched } = useTeam()
  const shared = data?.team?.credits
  const { trainings = [] } = useRights()
  const trainingName = useTrainingNames()
  const today = useToday()
  const locale = useLocale()
  const t = useTranslate()
  return (
    <section className="overview-credits" aria-labelledby="overview-credits">
      <h2 id="overview-credits">{t('me_credits_title')}</h2>
      <Loaded query={query} failed={t('me_credits_failed')} rows={1}>
        {(credits) => {
          const soon = [
            ...endingSoon(credits, today).map(({ remaining, untilDate }) => ({
              name: inCredits(remaining, locale, t),
              untilDate,
            })),
            ...endingSoon(trainings, today).map((training) => ({
              name: trainingName(training),
              untilDate: training.untilDate,
            })),
          ]
          return (
            <>
              {credits.length === 0 && isFetched && !shared && <p>{t('me_credits_none')}</p>}
              <dl className="me-facts">
                {shared && (
                  <div>
                    <dt>{t('me_team_credits')}</dt>
                    <dd>
                      <b>{inCredits(toDecimal(shared.remainingCents), locale, t)}</b>{' '}
                      <span className="hint">{signedMoney(toDecimal(shared.remainingCents), locale)}</span>
                    </dd>
                  </div>
                )}
                {balances(credits).map(({ scope, remaining }) => (
                  <div key={scope}>
                    <dt>{scopeName(scope, t)}</dt>
                    <dd>
                      <b>{inCredits(remaining, locale, t)}</b>{' '}
                      <span className="hint">{signedMoney(remaining, locale)}</span>
                    </dd>
                  </div>
                ))}
                {soon.map(({ name, untilDate }) => (
                  <div key={`${name} ${untilDate}`}>
                    <dt>{t('me_ends_soon')}</dt>
                    <dd>{t('me_ends_until', { name, day: dayText(untilDate, locale) })}</dd>
                  </div>
                ))}
              </dl>
              <p className="overview-more">
                <Link to={paths.me(locale, 'credits')}>{t('me_credits_all')}</Link>
              </p>
            </>
          )
        }}
      </Loaded>
    </section>
  )
}
