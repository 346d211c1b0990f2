import { useState } from 'react'
import { errorMessage } from '../../clients/store-error.ts'
import type { AttendanceList, AttendanceMark } from '../../contracts/staff.ts'
import { clockTime, longDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import { WriteFailed } from '../live/loaded.tsx'
import { type Attendee, markOf, marksForAll, sessionAt } from './attendance.ts'
import type { Marking } from './use-attendance.ts'

interface Props {
  list: AttendanceList
  marking: Pick<Marking, 'mutate' | 'error'>
  /** Wall-clock time of the space. */
  now: string
}

/** Lists the people of a date, with a button for each mark and one for everybody. */
export function AttendancePeople({ list, marking, now }: Props) {
  const t = useTranslate()
  const [session, setSession] = useState(() => sessionAt(list, now))
  const { people, grants } = list
  const waiting = people.reduce((sum, each) => sum + each.waiting, 0)
  const passed = people.filter(({ hasPassed }) => hasPassed).length
  const markAll = (mark: 'present' | 'passed') => {
    const marks = marksForAll(people, session, mark)
    if (marks.length > 0) marking.mutate({ session, marks })
  }
  if (people.length === 0) return <p>{t('me_attendance_nobody')}</p>
  return (
    <>
      {list.sessions.length > 1 && <SessionChoice list={list} session={session} onChoose={setSession} />}
      <div className="me-actions attendance-all">
        <button type="button" className="button" onClick={() => markAll('passed')}>
          {t(grants ? 'me_attendance_all_passed' : 'me_attendance_all_attended')}
        </button>
        <button type="button" className="button quiet" onClick={() => markAll('present')}>
          {t('me_attendance_all_present')}
        </button>
      </div>
      <p role="status" className="hint">
        {t(grants ? 'me_attendance_passed_count' : 'me_attendance_attended_count', {
          count: passed,
          all: people.length,
        })}{' '}
        {waiting > 0 && t('me_attendance_waiting', { count: waiting })}
      </p>
      {marking.error && (
        <WriteFailed title={t('me_attendance_not_saved')} text={errorMessage(marking.error)} />
      )}
      <ul className="me-list attendance">
        {people.map((person) => (
          <Person
            key={person.place}
            person={person}
            session={session}
            grants={grants}
            onMark={(mark) => marking.mutate({ session, marks: [{ place: person.place, mark }] })}
          />
        ))}
      </ul>
    </>
  )
}

interface SessionChoiceProps {
  list: AttendanceList
  session: number
  onChoose: (session: number) => void
}

function SessionChoice({ list, session, onChoose }: SessionChoiceProps) {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <p className="field">
      <label htmlFor="attendance-session">{t('me_attendance_session')}</label>
      <select
        id="attendance-session"
        value={session}
        onChange={({ target }) => onChoose(Number(target.value))}
      >
        {list.sessions.map(({ id, fromDateTime }) => (
          <option key={id} value={id}>
            {longDay(fromDateTime, locale)}, {clockTime(fromDateTime)}
          </option>
        ))}
      </select>
    </p>
  )
}

interface PersonProps {
  person: Attendee
  session: number
  grants: boolean
  onMark: (mark: AttendanceMark) => void
}

function Person({ person, session, grants, onMark }: PersonProps) {
  const t = useTranslate()
  const own = markOf(person, session)
  const { name, companions, isMinor, lacks } = person
  const notes = [
    companions.length > 0 && t('me_attendance_with', { names: companions.join(', ') }),
    isMinor && t('me_attendance_minor'),
    person.marks.some((mark) => mark.session === session && mark.byCode) && t('me_attendance_by_code'),
    lacks.length > 0 && t('me_attendance_lacks', { titles: lacks.join(', ') }),
  ].filter(Boolean)
  const passed: MessageKey = grants ? 'me_attendance_passed' : 'me_attendance_attended'
  const marks = [
    ['present', 'me_attendance_present'],
    ...(lacks.length === 0 || own === 'passed' ? [['passed', passed] as const] : []),
    ['absent', 'me_attendance_absent'],
  ] as const
  return (
    <li>
      <div>
        <h2>{name}</h2>
        {notes.length > 0 && <p className="hint">{notes.join(' · ')}</p>}
      </div>
      <div className="attendance-marks" role="group" aria-label={name}>
        {marks.map(([mark, label]) => (
          <button
            key={mark}
            type="button"
            className="button quiet"
            aria-pressed={own === mark}
            // A second tap takes it back.
            onClick={() => onMark(own === mark ? 'open' : mark)}
          >
            {t(label)}
          </button>
        ))}
      </div>
    </li>
  )
}
