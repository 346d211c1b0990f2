import type { AttendanceList, AttendanceMark, SessionMarks } from '../../contracts/staff.ts'

export type Attendee = AttendanceList['people'][number]

/** How somebody is marked for a session. */
export function markOf({ hasPassed, marks }: Attendee, session: number): AttendanceMark {
  const state = marks.find((each) => each.session === session)?.state ?? 'open'
  return hasPassed && state === 'present' ? 'passed' : state
}

/** Returns who a button for everybody marks: not those who are marked as absent, nor those who have it already. */
export function marksForAll(people: Attendee[], session: number, mark: 'present' | 'passed') {
  return people
    .filter((person) => {
      const own = markOf(person, session)
      if (own === 'absent' || own === 'passed') return false
      return mark === 'present' ? own === 'open' : person.lacks.length === 0
    })
    .map(({ place }) => ({ place, mark }))
}

/** The session that is on or was last on, else the first one. @param now wall-clock time of the space */
export function sessionAt({ sessions }: Pick<AttendanceList, 'sessions'>, now: string): number {
  const begun = sessions.filter(({ fromDateTime }) => fromDateTime <= now)
  return (begun.at(-1) ?? sessions[0])?.id ?? 0
}

/** Returns the list as it looks with marks that are on their way, so that the next tap sees them. */
export function withMarks(list: AttendanceList, { session, marks }: SessionMarks): AttendanceList {
  const wanted = new Map(marks.map(({ place, mark }) => [place, mark]))
  const people = list.people.map((person) => {
    const mark = wanted.get(person.place)
    if (!mark) return person
    const others = person.marks.filter((each) => each.session !== session)
    const state = mark === 'absent' ? ('absent' as const) : ('present' as const)
    const own = mark === 'open' ? [] : [{ session, state, byCode: false }]
    return { ...person, hasPassed: mark === 'passed', marks: [...others, ...own] }
  })
  return { ...list, people }
}
