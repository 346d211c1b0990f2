import { Fragment } from 'react'
import type { TrainingPath, TrainingStep } from '../../contracts/live.ts'
import type { OwnTraining } from '../../contracts/member.ts'
import { EquipmentDrawing } from '../booking/equipment-drawing.tsx'
import { Link } from '../frame/link.tsx'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { type Translate, useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { useSession } from '../session/session.ts'
import { CertificateButton } from './certificate-button.tsx'
import { dayText } from './credit-entry.ts'
import { groupTrainings, openPaths, type OpenPath } from './trainings.ts'
import { trainingName } from './use-rights.ts'

interface Shown {
  trainings: OwnTraining[]
  paths: TrainingPath[]
  /** YYYY-MM-DD */
  today: string
}

/** The trainings of a member: those that end soon with dates to renew them, valid ones, ended ones. */
export function OwnTrainings({ trainings, paths: ways, today }: Shown) {
  const t = useTranslate()
  const { ending, valid, ended } = groupTrainings(trainings, today)
  if (trainings.length === 0)
    return (
      <>
        <p>{t('me_trainings_none')}</p>
        <p>{t('me_trainings_none_text')}</p>
      </>
    )
  return (
    <>
      <Group
        id="trainings-ending"
        title={t('me_trainings_ending')}
        {...{ ways, today }}
        rows={ending}
        renews
      />
      <Group id="trainings-valid" title={t('me_trainings_valid')} {...{ ways, today }} rows={valid} />
      <Group id="trainings-ended" title={t('me_trainings_ended')} {...{ ways, today }} rows={ended} />
    </>
  )
}

interface GroupProps {
  id: string
  title: string
  rows: OwnTraining[]
  ways: TrainingPath[]
  today: string
  /** Shows dates to renew each. */
  renews?: boolean
}

function Group({ id, title, rows, ways, today, renews = false }: GroupProps) {
  const locale = useLocale()
  const t = useTranslate()
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="me-list">
        {rows.map((row) => {
          const step = renews
            ? ways.flatMap(({ steps }) => steps).find(({ trainings }) => trainings.includes(row.training))
            : undefined
          const machine = ways.find(({ id }) => row.resources.includes(id))
          return (
            <li key={row.id} data-urgent={renews || undefined}>
              <EquipmentDrawing drawing={machine?.drawing ?? null} />
              <div>
                <h3>{trainingName(row, ways, t)}</h3>
                <p>{validityText(row, today, locale, t)}</p>
                {row.endsWith && (
                  <p className="hint">{t('me_trainings_ends_with', { title: row.endsWith })}</p>
                )}
                {step && (
                  <>
                    <p className="hint">{t('me_trainings_renew')}</p>
                    <StepDates step={step} />
                  </>
                )}
              </div>
              {row.certificate !== null && (
                <OwnCertificate title={trainingName(row, ways, t)} code={row.certificate} />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function OwnCertificate({ title, code }: { title: string; code: string }) {
  const { member } = useSession()
  return (
    <div className="me-actions">
      <CertificateButton
        title={title}
        load={(client) => client.memberCertificate({ memberId: member?.id ?? 0, code })}
      />
    </div>
  )
}

function validityText({ fromDate, untilDate }: OwnTraining, today: string, locale: Locale, t: Translate) {
  if (fromDate > today) return t('me_trainings_from', { day: dayText(fromDate, locale) })
  if (untilDate === null) return t('me_trainings_always')
  const day = dayText(untilDate, locale)
  return t(untilDate < today ? 'me_trainings_over' : 'me_trainings_until', { day })
}

/** Per machine that the member may not book yet what they need for it, in order. */
export function OpenPaths({ trainings, paths: all, today }: Shown) {
  const t = useTranslate()
  const open = openPaths(all, trainings, today)
  const { valid, ending } = groupTrainings(trainings, today)
  const isFirst = valid.length + ending.length === 0
  return (
    <section aria-labelledby="trainings-paths">
      <h2 id="trainings-paths">{t(isFirst ? 'me_trainings_paths_first' : 'me_trainings_paths')}</h2>
      {open.length === 0 && <p>{t('me_trainings_paths_done')}</p>}
      <ul className="training-paths">
        {open.map((path) => (
          <li key={path.machines[0]?.id}>
            <Path path={path} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Path({ path: { machines, steps } }: { path: OpenPath }) {
  const t = useTranslate()
  const missing = steps.filter(({ isDone }) => !isDone)
  const count = missing.length
  const [next] = missing
  // An instruction has no dates: one reads it at any time.
  const words = next?.dates[0]?.words ?? next?.way.next
  return (
    <details>
      <summary>
        <EquipmentDrawing drawing={machines[0]?.drawing ?? null} />
        <span>
          <b>{machines.map(({ name }) => name).join(', ')}</b>{' '}
          <span className="hint">
            {count === 1 ? t('me_trainings_missing') : t('me_trainings_missing_many', { count })}
            {words && (
              <>
                <Dot />
                <WholeParts words={words} />
              </>
            )}
          </span>
        </span>
      </summary>
      <ol className="me-steps">
        {steps.map((step) => (
          <li key={step.trainings.join()} data-done={step.isDone || undefined}>
            <h3>{step.title}</h3>
            {step.isDone ? (
              <p>{t('me_trainings_done')}</p>
            ) : (
              <StepDates step={isReady(steps, step) ? step : { ...step, dates: step.later }} />
            )}
          </li>
        ))}
        <li>
          <Unlocked machines={machines} />
        </li>
      </ol>
    </details>
  )
}

/** Leads to what can be booked at the end of a path. */
function Unlocked({ machines }: Pick<OpenPath, 'machines'>) {
  const locale = useLocale()
  const t = useTranslate()
  const [first, ...others] = machines
  if (first && others.length === 0)
    return (
      <h3>
        <Link className="training-step" to={paths.booking(locale, first.id)}>
          {t('me_trainings_then', { machine: first.name })}
        </Link>
      </h3>
    )
  return (
    <>
      <h3>{t('me_trainings_then', { machine: '' })}</h3>
      <ul className="training-dates">
        {machines.map(({ id, name }) => (
          <li key={id}>
            <Link className="training-step" to={paths.booking(locale, id)}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Whether all steps before one are done. */
function isReady(steps: OpenPath['steps'], step: OpenPath['steps'][number]): boolean {
  return steps.slice(0, steps.indexOf(step)).every(({ isDone }) => isDone)
}

/** The next dates with free seats, or where to ask for one. */
function StepDates({ step: { way, dates } }: { step: TrainingStep }) {
  if (dates.length === 0)
    return (
      <p>
        {way.next}{' '}
        <Link className="training-step" to={way.href}>
          {way.label}
        </Link>
      </p>
    )
  return (
    <ul className="training-dates">
      {dates.map(({ id, href, words }) => (
        <li key={id}>
          <Link className="training-step" to={href}>
            <WholeParts words={words} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Separates two parts that share a line. */
function Dot() {
  return <span className="dot"> · </span>
}

/** Words that may begin a new line only between two parts, as "… · noch 2 Plätze". */
function WholeParts({ words }: { words: string }) {
  return words.split(' · ').map((part, index) => (
    <Fragment key={part}>
      {index > 0 && <Dot />}
      <span className="whole">{part}</span>
    </Fragment>
  ))
}
