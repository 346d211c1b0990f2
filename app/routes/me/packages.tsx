import { useQuery } from '@tanstack/react-query'
import { useRouteLoaderData } from 'react-router'
import type { MemberPackage } from '../../../contracts/member.ts'
import type { Package } from '../../../contracts/package.ts'
import { Link } from '../../frame/link.tsx'
import { money } from '../../i18n/format.ts'
import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import { Loaded } from '../../live/loaded.tsx'
import { dayText } from '../../me/credit-entry.ts'
import { feeOf, givesOf, packagesByTime, titleOf } from '../../me/member-package.ts'
import { SubscriptionSection, useSubscription } from '../../me/subscription-section.tsx'
import { TeamSuspended } from '../../me/team-suspended.tsx'
import { MissingTicket } from '../../me/ticket.tsx'
import { useBackend } from '../../me/use-backend.ts'
import { useTeam } from '../../me/use-team.ts'
import { offerOf, useOffers, useToday } from '../../me/use-rights.ts'
import * as paths from '../../paths.ts'
import type { loader as rootLoader } from '../../root.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import '../../me/contract.css'

export const meta = titled('me_packages_title')

/** The member's package: what it gives, since when and until when, and the earlier ones (R5). */
export default function Packages() {
  const { backend, memberId, options } = useBackend()
  const query = useQuery({
    ...options,
    queryKey: ['memberPackages', memberId],
    queryFn: async () => (await backend()).memberPackages(memberId),
  })
  // Without the price list a package still says what the workshop system knows of it.
  const offers = useOffers()
  const t = useTranslate()
  return (
    <section className="me-packages">
      <h1>{t('me_packages_title')}</h1>
      <Loaded query={query} failed={t('me_packages_failed')}>
        {(packages) => <PackageList packages={packages} offers={offers} />}
      </Loaded>
    </section>
  )
}

interface PackageListProps {
  packages: MemberPackage[]
  /** The price list; empty while it is unknown. */
  offers: Package[]
}

export function PackageList({ packages, offers }: PackageListProps) {
  const { current, coming, past } = packagesByTime(packages, useToday())
  const t = useTranslate()
  const has = current.length + coming.length > 0
  // The member cannot cancel a team's package, nor one that ends already.
  const isOwn = [...current, ...coming].some(
    (each) => each.untilDate === null && offerOf(each, offers)?.kind !== 'team',
  )
  return (
    <>
      {has ? (
        <>
          {[...current, ...coming].map((each) => (
            <PackageSheet key={each.id} owned={each} offers={offers} isComing={coming.includes(each)} />
          ))}
          <SubscriptionSection />
          <OtherPackages offers={offers} />
          <WithoutContract isOwn={isOwn} />
          <ChangeNote />
        </>
      ) : (
        <WithoutPackage isFirst={past.length === 0} />
      )}
      {past.length > 0 && (
        <section aria-labelledby="packages-past">
          <h2 id="packages-past">{t('me_packages_past')}</h2>
          <PastPackages packages={past} offers={offers} />
        </section>
      )}
    </>
  )
}

/** A package as a title block: name, fee, validity and what it gives. */
function PackageSheet(props: { owned: MemberPackage; offers: Package[]; isComing: boolean }) {
  const { owned, offers, isComing } = props
  const locale = useLocale()
  const t = useTranslate()
  const offer = offerOf(owned, offers)
  // The team pays for its seats.
  const fee = offer?.kind === 'team' ? null : feeOf(owned, locale, t)
  const gives = givesOf(owned, offer, locale, t)
  const { fromDate, untilDate } = owned
  return (
    <article className="package-sheet">
      <h2>{titleOf(owned, offer, locale)}</h2>
      <dl>
        {fee && (
          <div>
            <dt>{t('me_packages_fee')}</dt>
            <dd>
              <b>{fee.amount}</b> {fee.period}
            </dd>
          </div>
        )}
        <div>
          <dt>{t(isComing ? 'me_packages_from' : 'me_packages_since')}</dt>
          <dd>{dayText(fromDate, locale)}</dd>
        </div>
        <div>
          <dt>{t('me_packages_until')}</dt>
          <dd>{untilDate ? dayText(untilDate, locale) : t('me_packages_open_end')}</dd>
        </div>
      </dl>
      {gives.length > 0 && (
        <div className="package-gives">
          <h3>{t('me_packages_gives')}</h3>
          <ul>
            {gives.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </article>
  )
}

/** What the contract can change to with its next period; nothing without a contract that goes on. */
function OtherPackages({ offers }: { offers: Package[] }) {
  const { data } = useSubscription()
  const locale = useLocale()
  const t = useTranslate()
  const contract = data?.subscription
  const others = offers.filter(
    ({ kind, requirement, name }) =>
      kind === 'member' &&
      requirement === null &&
      name.de !== contract?.name.de &&
      name.de !== contract?.change?.name.de,
  )
  if (contract?.state !== 'active' || contract.cancelOn !== null || others.length === 0) return null
  return (
    <section className="me-change" aria-labelledby="packages-change">
      <h2 id="packages-change">{t('me_packages_other')}</h2>
      <p>{t('me_packages_other_text', { day: dayText(contract.lastDay, locale) })}</p>
      <ul className="me-list">
        {others.map((offer) => (
          <li key={offer.id}>
            <h3>{offer.name[locale]}</h3>
            <p>
              <b>{money(offer.fee, locale)}</b>{' '}
              {t(offer.period === 'year' ? 'onboarding_per_year' : 'onboarding_per_month')}
            </p>
            <p className="hint">{offer.gives[locale].join('\u00a0· ')}</p>
            <Link className="button quiet" to={`${paths.me(locale, 'order')}?package=${offer.id}`}>
              {t('me_packages_choose', { name: offer.name[locale] })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the owner of a package can do that was not ordered here: a team has its own page, else people gave it. */
function WithoutContract({ isOwn }: { isOwn: boolean }) {
  const { data } = useSubscription()
  return data && !data.subscription ? <WaysOn isOwn={isOwn} /> : null
}

function WaysOn({ isOwn }: { isOwn: boolean }) {
  const { data, isFetched } = useTeam()
  const locale = useLocale()
  const t = useTranslate()
  const team = data?.team
  if (!isFetched) return null
  if (team)
    return (
      <p className="me-actions">
        <Link className="button quiet" to={paths.me(locale, team.role === 'owner' ? 'packagesTeam' : 'team')}>
          {t(team.role === 'owner' ? 'me_packages_to_contract' : 'me_packages_to_team')}
        </Link>
      </p>
    )
  return (
    <>
      {isOwn && <p>{t('me_packages_by_hand')}</p>}
      <p className="me-actions">
        <Link className="button quiet" to={paths.membership(locale)}>
          {t('me_packages_action')}
        </Link>
        {isOwn && (
          <Link className="button quiet" to={paths.page(locale, 'contract/cancel')}>
            {t('site_contract_cancel')}
          </Link>
        )}
      </p>
    </>
  )
}

/** The way to people, for what this page cannot do. */
function ChangeNote() {
  const email = useRouteLoaderData<typeof rootLoader>('root')?.space.email
  const t = useTranslate()
  if (!email) return null
  return (
    <p className="hint">
      {t('me_packages_change')} <a href={`mailto:${email}`}>{email}</a>
    </p>
  )
}

/** Shows what is owed for a suspended contract, of the member or of their team; else the way to a package. */
function WithoutPackage({ isFirst }: { isFirst: boolean }) {
  const { data } = useSubscription()
  const { data: teams, isFetched } = useTeam()
  if (teams?.team?.isSuspended) return <TeamSuspended team={teams.team} />
  if (data && !data.subscription) return isFetched && <NoPackage isFirst={isFirst} />
  return (
    <>
      <SubscriptionSection />
      <ChangeNote />
    </>
  )
}

function NoPackage({ isFirst }: { isFirst: boolean }) {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <>
      <MissingTicket />
      <p>{t(isFirst ? 'me_packages_none' : 'me_packages_ended')}</p>
      {/* The page of the packages leads members here. */}
      <Link className="button" to={paths.onboarding(locale)}>
        {t('me_packages_pick')}
      </Link>
    </>
  )
}

function PastPackages({ packages, offers }: PackageListProps) {
  const locale = useLocale()
  const t = useTranslate()
  const columns: Column<MemberPackage>[] = [
    {
      label: t('me_packages_name'),
      render: (row) => <b>{titleOf(row, offerOf(row, offers), locale)}</b>,
      place: 'title',
    },
    { label: t('me_packages_since'), render: ({ fromDate }) => dayText(fromDate, locale) },
    { label: t('me_packages_until'), render: ({ untilDate }) => untilDate && dayText(untilDate, locale) },
  ]
  return <Table labelledBy="packages-past" columns={columns} rows={packages} keyOf={({ id }) => id} />
}
