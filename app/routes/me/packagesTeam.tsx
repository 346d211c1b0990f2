import type { FormEvent } from 'react'
import { errorMessage } from '../../../clients/store-error.ts'
import type { Team } from '../../../contracts/team.ts'
import { toDecimal } from '../../../rules/money.ts'
import { mostSeats } from '../../../rules/team.ts'
import { Field } from '../../forms/field.tsx'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { Link } from '../../frame/link.tsx'
import { money } from '../../i18n/format.ts'
import { type Locale, useLocale } from '../../i18n/locale.ts'
import { type Translate, useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import { inCredits } from '../../live/credits.ts'
import { Loaded, WriteFailed } from '../../live/loaded.tsx'
import { CancelContract } from '../../me/cancel-contract.tsx'
import { dayText } from '../../me/credit-entry.ts'
import { Standing } from '../../me/subscription-section.tsx'
import { ownerOf, seatsOf, withInvited } from '../../me/team-facts.ts'
import { NoTeam } from '../../me/no-team.tsx'
import * as paths from '../../paths.ts'
import { useSession } from '../../session/session.ts'
import { type TeamSaving, useTeam, useTeamChange } from '../../me/use-team.ts'
import '../../me/contract.css'
import '../../me/team.css'

export const meta = titled('me_packages_team_title')

/** The package of the member's team: seats, price, the next payment, and the way out (R5). */
export default function TeamPackage() {
  const query = useTeam()
  const { error } = useSession()
  const t = useTranslate()
  return (
    <section className="me-team">
      <h1>{t('me_packages_team_title')}</h1>
      <Link className="me-up" to={paths.me(useLocale(), 'team')}>
        {t('me_team_title')}
      </Link>
      {error === 'noMember' ? (
        <NoTeam />
      ) : (
        <Loaded query={query} failed={t('me_team_failed')}>
          {({ team }) => (team ? <PackageSheet team={team} /> : <NoTeam />)}
        </Loaded>
      )}
    </section>
  )
}

type Contract = NonNullable<Team['contract']>

/** The package of a team; only its owner sees the contract. */
export function PackageSheet({ team }: { team: Team }) {
  const saving = useTeamChange()
  const t = useTranslate()
  const locale = useLocale()
  const { contract, packageName, seats } = team
  const { taken, invited } = seatsOf(team)
  const credits = contract?.choices.find((choice) => choice.seats === seats)?.creditCents
  const per = contract && t(periodKeys[contract.period])
  const price = contract && money(toDecimal(contract.priceCents), locale)
  return (
    <>
      <article className="package-sheet priced">
        <h2>{packageName[locale]}</h2>
        <dl>
          <div>
            <dt>{t('me_packages_team_seats')}</dt>
            <dd>{withInvited(t('me_packages_team_taken', { taken, seats }), invited, t)}</dd>
          </div>
          {credits ? (
            <div>
              <dt>{t('me_team_credits')}</dt>
              <dd>
                {inCredits(toDecimal(credits), locale, t)} {per}
              </dd>
            </div>
          ) : null}
          {contract && (
            <div>
              <dt>{t('me_packages_fee')}</dt>
              <dd>
                <b>{price}</b> {per}
              </dd>
            </div>
          )}
        </dl>
      </article>
      {contract ? (
        <>
          <p className="me-status" role="status">
            {saving.isSuccess && t(doneOf(saving.variables))}
          </p>
          <div role="alert">
            {saving.error && (
              <WriteFailed title={t('me_team_save_failed')} text={errorMessage(saving.error)} />
            )}
          </div>
          {!contract.cancelOn && <SeatsForm contract={contract} saving={saving} />}
          <ContractSection team={team.name} contract={contract} saving={saving} />
        </>
      ) : (
        <p>{t('me_packages_team_owner', { name: ownerOf(team) ?? '' })}</p>
      )}
    </>
  )
}

function doneOf(change: TeamSaving['variables'] & object) {
  if (change.kind !== 'cancel') return 'me_packages_team_saved'
  return change.isCancelled ? 'me_contract_cancelled' : 'me_contract_kept'
}

/** How many seats the next period has; never fewer than are taken. */
function SeatsForm({ contract, saving }: { contract: Contract; saving: TeamSaving }) {
  const t = useTranslate()
  const locale = useLocale()
  const { choices, nextSeats, lastDay, period } = contract
  const most = choices.at(-1)?.seats ?? nextSeats
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const seats = Number(new FormData(event.currentTarget).get('seats'))
    if (!saving.isPending) saving.mutate({ kind: 'setSeats', seats })
  }
  return (
    <section aria-labelledby="team-next">
      <h2 id="team-next">{t('me_packages_team_next')}</h2>
      <form className="seats-form" onSubmit={onSubmit}>
        <Field
          form="team"
          name="seats"
          label={t('me_packages_team_next_seats')}
          help={`${t('me_packages_team_next_help', { day: dayText(lastDay, locale), per: t(periodKeys[period]) })} ${t(
            most < mostSeats ? 'me_packages_team_more_later' : 'me_packages_team_most',
            { most, all: mostSeats },
          )}`}
        >
          {(control) => (
            <select {...control} key={nextSeats} defaultValue={nextSeats}>
              {choices.map((choice) => (
                <option key={choice.seats} value={choice.seats}>
                  {choiceText(choice, locale, t)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <SubmitButton isBusy={saving.isPending}>{t('me_packages_team_save')}</SubmitButton>
      </form>
    </section>
  )
}

/** "4 Plätze, 2.000 Credits, 198,67 €": a small phone has room for no more. */
function choiceText(
  { seats, priceCents, creditCents }: Contract['choices'][number],
  locale: Locale,
  t: Translate,
): string {
  const count = t(seats === 1 ? 'me_packages_team_seats_one' : 'me_packages_team_seats_many', {
    count: seats,
  })
  const credits = creditCents ? [inCredits(toDecimal(creditCents), locale, t)] : []
  return [count, ...credits, money(toDecimal(priceCents), locale)].join(', ')
}

const periodKeys = { month: 'onboarding_per_month', year: 'onboarding_per_year' } as const

interface ContractSectionProps {
  team: string
  contract: Contract
  saving: TeamSaving
}

function ContractSection({ team, contract, saving }: ContractSectionProps) {
  const t = useTranslate()
  const locale = useLocale()
  const nextCents =
    contract.choices.find(({ seats }) => seats === contract.nextSeats)?.priceCents ?? contract.priceCents
  return (
    <section aria-labelledby="me-contract">
      <h2 id="me-contract">{t('me_contract_title')}</h2>
      <Standing subscription={{ ...contract, priceCents: nextCents }} isTeam />
      <div className="me-actions">
        <CancelContract
          contract={contract}
          isPending={saving.isPending}
          failure={
            saving.error && <WriteFailed title={t('me_team_save_failed')} text={errorMessage(saving.error)} />
          }
          reset={saving.reset}
          store={(isCancelled, done) => saving.mutate({ kind: 'cancel', isCancelled }, { onSuccess: done })}
        >
          <p>{t('me_packages_team_cancel_text', { team, day: dayText(contract.lastDay, locale) })}</p>
        </CancelContract>
      </div>
    </section>
  )
}
