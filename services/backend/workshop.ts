import { StoreError } from '../../clients/store-error.ts'
import type { Bill, Billing, OpenCharges, Payment, RecordedPayment } from '../../contracts/charge.ts'
import type { CalendarAddress, CalendarKind, CalendarToken } from '../../contracts/calendar.ts'
import type { Credit, CreditEnd, CreditUse, TeamCredits } from '../../contracts/credit.ts'
import type { Grant, Granted } from '../../contracts/grant.ts'
import type {
  GivenAtWorkshop,
  Member,
  MemberPackage,
  MemberTraining,
  PackageEnd,
  TrainingEnd,
} from '../../contracts/member.ts'
import type { MemberContact } from '../../contracts/member-contact.ts'
import type { MemberData } from '../../contracts/personal-data.ts'
import type { Package } from '../../contracts/package.ts'
import { isProblem, Problem } from '../../contracts/problem.ts'
import type { Space } from '../../contracts/space.ts'
import type { TrainingCourse } from '../../contracts/training.ts'
import type { Log } from '../../platform/log.ts'

const passedOn = ['notSupported', 'conflict', 'emailTaken', 'keyReused'] as const

/** The calls of the workshop system that the backend uses. `null` = there is no such thing. */
export interface BackendConnector {
  member(id: number): Promise<Member | null>
  membersByEmail(email: string): Promise<Member[]>
  memberData(id: number): Promise<MemberData | null>
  forgetMember(id: number): Promise<object>
  changeMember(id: number, contact: MemberContact): Promise<Member>
  credits(member: number): Promise<Credit[] | null>
  creditUses(member: number, credit: number): Promise<CreditUse[] | null>
  endCredit(member: number, credit: number, end: CreditEnd): Promise<Credit[]>
  packages(member: number): Promise<MemberPackage[] | null>
  endPackage(member: number, owned: number, end: PackageEnd): Promise<MemberPackage[]>
  trainings(member: number): Promise<MemberTraining[] | null>
  /** @throws `notSupported` where all trainings are given here */
  givenTrainings(): Promise<GivenAtWorkshop[]>
  endTraining(member: number, owned: number, end: TrainingEnd): Promise<MemberTraining[]>
  removeTraining(member: number, owned: number): Promise<MemberTraining[]>
  trainingCourses(): Promise<TrainingCourse[]>
  space(id: number): Promise<Space | null>
  spaces(): Promise<Space[]>
  packageList(): Promise<Package[]>
  calendarToken(kind: CalendarKind, id: number): Promise<CalendarAddress | null>
  renewCalendarToken(kind: CalendarKind, id: number): Promise<CalendarToken>
  /** Shared credits that are valid on a day. */
  teamCredits(team: number, asked: { day: string }): Promise<TeamCredits>
  grant(key: string, grant: Grant): Promise<Granted>
  openCharges(asked: { until: string }): Promise<OpenCharges[]>
  collectCharges(key: string, billing: Billing): Promise<Bill>
  recordPayment(key: string, payment: Payment): Promise<RecordedPayment>
}

/**
 * Returns the same calls with Problems for their failures: `notSupported` for missing parts of the workshop system,
 * `conflict`, `emailTaken` and `keyReused` where the caller can do something about it, else `upstreamUnavailable`, without details of the failure.
 */
export function shieldConnector(connector: BackendConnector, log: Log): BackendConnector {
  let known: Space[] = []
  return {
    member: (id) => shield('member', connector.member(id)),
    membersByEmail: (email) => shield('membersByEmail', connector.membersByEmail(email)),
    memberData: (id) => shield('memberData', connector.memberData(id)),
    forgetMember: (id) => shield('forgetMember', connector.forgetMember(id)),
    changeMember: (id, contact) => shield('changeMember', connector.changeMember(id, contact)),
    credits: (member) => shield('credits', connector.credits(member)),
    creditUses: (member, credit) => shield('creditUses', connector.creditUses(member, credit)),
    endCredit: (member, credit, end) => shield('endCredit', connector.endCredit(member, credit, end)),
    packages: (member) => shield('packages', connector.packages(member)),
    endPackage: (member, owned, end) => shield('endPackage', connector.endPackage(member, owned, end)),
    trainings: (member) => shield('trainings', connector.trainings(member)),
    givenTrainings: () => shield('givenTrainings', connector.givenTrainings()),
    endTraining: (member, owned, end) => shield('endTraining', connector.endTraining(member, owned, end)),
    removeTraining: (member, owned) => shield('removeTraining', connector.removeTraining(member, owned)),
    trainingCourses: () => shield('trainingCourses', connector.trainingCourses()),
    space: (id) => shield('space', connector.space(id)),
    async spaces() {
      const asked = shield('spaces', connector.spaces())
      // They hardly change: what waits for nothing else goes on with the last ones.
      known = known.length > 0 ? await orIfAway(asked, known) : await asked
      return known
    },
    packageList: () => shield('packageList', connector.packageList()),
    calendarToken: (kind, id) => shield('calendarToken', connector.calendarToken(kind, id)),
    renewCalendarToken: (kind, id) => shield('renewCalendarToken', connector.renewCalendarToken(kind, id)),
    teamCredits: (team, asked) => shield('teamCredits', connector.teamCredits(team, asked)),
    grant: (key, grant) => shield('grant', connector.grant(key, grant)),
    openCharges: (asked) => shield('openCharges', connector.openCharges(asked)),
    collectCharges: (key, billing) => shield('collectCharges', connector.collectCharges(key, billing)),
    recordPayment: (key, payment) => shield('recordPayment', connector.recordPayment(key, payment)),
  }

  async function shield<T>(call: string, answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (cause) {
      const problem = cause instanceof StoreError ? cause.problem : undefined
      const code = passedOn.find((each) => each === problem?.code)
      if (code) throw new Problem(code, { cause })
      log.warn({ call, err: cause }, 'connector failed')
      throw new Problem('upstreamUnavailable', { cause })
    }
  }
}

/** The answer of a shielded connector, or what is to be used while the workshop system is away. */
export async function orIfAway<T, Otherwise>(
  answer: Promise<T>,
  otherwise: Otherwise,
): Promise<T | Otherwise> {
  try {
    return await answer
  } catch (error) {
    if (!isAway(error)) throw error
    return otherwise
  }
}

/** Whether a call failed because the workshop system does not answer. */
export function isAway(error: unknown): boolean {
  return isProblem(error) && error.code === 'upstreamUnavailable'
}

/** Whether a call of a shielded connector failed because there is no such member, or nothing of that id. */
export function isGone(error: unknown): boolean {
  const cause = error instanceof Problem ? error.cause : undefined
  return cause instanceof StoreError && cause.problem?.code === 'notFound'
}
