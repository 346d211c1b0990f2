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
import { feeOf, givesOf, lastDayOf, packagesByTime, titleOf } from '../../me/member-package.ts'
import { SubscriptionSection, useSubscription } from '../../me/subscription-section.tsx'
import { ownerOf } from '../../me/team-facts.ts'
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
  const alive = [...current, ...coming]
  // The member cannot cancel a team's package, nor one that ends already.
  const own = alive.filter((each) => each.untilDate === null && offerOf(each, offers)?.kind !== 'team')
  return (
    <>
      {alive.length > 0 ? (
        <>
          {alive.map((each) => (
            <PackageSheet key={each.id} owned={each} offers={offers} isComing={coming.includes(each)} />
          ))}
          <SubscriptionSection />
          <OtherPackages offers={offers} />
          <WithoutContract own={own} />
          <ChangeNote isOwn={alive.some((each) => offerOf(each, offers)?.kind !== 'team')} />
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
  const isTeam = offer?.kind === 'team'
  const { team, contract, isKnown } = useBehind(owned, offer)
  // The team pays for its seats.
  const fee = isTeam ? null : feeOf(owned, locale, t)
  // What the price list says of seats and invoices is for the owner.
  const isShared = isTeam && team?.role !== 'owner'
  const gives = isShared ? givesOf(owned, undefined, locale, t) : givesOf(owned, offer, locale, t)
  if (isShared && team?.credits) gives.push(t('me_packages_shared'))
  const { fromDate } = owned
  const lastDay = lastDayOf(owned, contract)
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
          <dt>{t(lastDay ? 'me_packages_until' : 'me_packages_term')}</dt>
          <dd>
            {lastDay
              ? dayText(lastDay, locale)
              : t(contract?.period === 'month' ? 'me_packages_runs_on_monthly' : 'me_packages_runs_on')}
          </dd>
        </div>
        {isShared && team && (
          <div>
            <dt>{t('me_packages_managed_by')}</dt>
            <dd>{ownerOf(team)}</dd>
          </div>
        )}
      </dl>
      {isKnown && gives.length > 0 && (
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

/**
 * Returns what stands behind a package: a team, or a contract that the member may end. `isKnown`: what a seat gives its
 * member depends on their role.
 */
function useBehind(owned: MemberPackage, offer: Package | undefined) {
  const { data } = useSubscription()
  const { data: teams, isFetched } = useTeam()
  if (offer?.kind === 'team') {
    const team = teams?.team ?? null
    return { team, contract: team?.contract ?? null, isKnown: isFetched }
  }
  const contract = data?.subscription ?? null
  const isIts = contract?.name.de === (offer?.name.de ?? owned.name)
  return { team: null, contract: isIts ? contract : null, isKnown: true }
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
function WithoutContract({ own }: { own: MemberPackage[] }) {
  const { data } = useSubscription()
  return data && !data.subscription ? <WaysOn own={own} /> : null
}

function WaysOn({ own }: { own: MemberPackage[] }) {
  const { data, isFetched } = useTeam()
  const locale = useLocale()
  const t = useTranslate()
  const team = data?.team
  const isOwn = own.length > 0
  const isPaid = own.some((each) => feeOf(each, locale, t) !== null)
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
      {isOwn && (
        <p>
          {t('me_packages_by_hand')} {isPaid && t('me_packages_by_hand_paid')}
        </p>
      )}
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

/** The way to people, for what this page cannot do; only its owner can change the package of a team. */
function ChangeNote({ isOwn }: { isOwn: boolean }) {
  const role = useTeam().data?.team?.role
  const email = useRouteLoaderData<typeof rootLoader>('root')?.space.email
  const t = useTranslate()
  if (!email || !(isOwn || role === 'owner')) return null
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
      <ChangeNote isOwn />
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
