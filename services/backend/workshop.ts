import { StoreError } from '../../clients/store-error.ts'
import type { Bill, Billing, OpenCharges, Payment, RecordedPayment } from '../../contracts/charge.ts'
import type { CalendarAddress, CalendarKind, CalendarToken } from '../../contracts/calendar.ts'
import type { Credit, CreditUse } from '../../contracts/credit.ts'
import type { Grant, Granted } from '../../contracts/grant.ts'
import type { Member, MemberPackage, MemberTraining, PackageEnd } from '../../contracts/member.ts'
import type { MemberContact } from '../../contracts/member-contact.ts'
import type { Package } from '../../contracts/package.ts'
import { Problem } from '../../contracts/problem.ts'
import type { Space } from '../../contracts/space.ts'
import type { Log } from '../../platform/log.ts'

/** The calls of the workshop system that the backend uses. `null` = there is no such thing. */
export interface BackendConnector {
  member(id: number): Promise<Member | null>
  membersByEmail(email: string): Promise<Member[]>
  changeMember(id: number, contact: MemberContact): Promise<Member>
  credits(member: number): Promise<Credit[] | null>
  creditUses(member: number, credit: number): Promise<CreditUse[] | null>
  packages(member: number): Promise<MemberPackage[] | null>
  endPackage(member: number, owned: number, end: PackageEnd): Promise<MemberPackage[]>
  trainings(member: number): Promise<MemberTraining[] | null>
  space(id: number): Promise<Space | null>
  spaces(): Promise<Space[]>
  packageList(): Promise<Package[]>
  calendarToken(kind: CalendarKind, id: number): Promise<CalendarAddress | null>
  renewCalendarToken(kind: CalendarKind, id: number): Promise<CalendarToken>
  grant(key: string, grant: Grant): Promise<Granted>
  openCharges(asked: { until: string }): Promise<OpenCharges[]>
  collectCharges(key: string, billing: Billing): Promise<Bill>
  recordPayment(key: string, payment: Payment): Promise<RecordedPayment>
}

/**
 * Returns the same calls with Problems for their failures: `notSupported` for missing parts of the workshop system,
 * `emailTaken` and `keyReused` where the caller can do something about it, else `upstreamUnavailable`, without details of the failure.
 */
export function shieldConnector(connector: BackendConnector, log: Log): BackendConnector {
  return {
    member: (id) => shield('member', connector.member(id)),
    membersByEmail: (email) => shield('membersByEmail', connector.membersByEmail(email)),
    changeMember: (id, contact) => shield('changeMember', connector.changeMember(id, contact)),
    credits: (member) => shield('credits', connector.credits(member)),
    creditUses: (member, credit) => shield('creditUses', connector.creditUses(member, credit)),
    packages: (member) => shield('packages', connector.packages(member)),
    endPackage: (member, owned, end) => shield('endPackage', connector.endPackage(member, owned, end)),
    trainings: (member) => shield('trainings', connector.trainings(member)),
    space: (id) => shield('space', connector.space(id)),
    spaces: () => shield('spaces', connector.spaces()),
    packageList: () => shield('packageList', connector.packageList()),
    calendarToken: (kind, id) => shield('calendarToken', connector.calendarToken(kind, id)),
    renewCalendarToken: (kind, id) => shield('renewCalendarToken', connector.renewCalendarToken(kind, id)),
    grant: (key, grant) => shield('grant', connector.grant(key, grant)),
    openCharges: (asked) => shield('openCharges', connector.openCharges(asked)),
    collectCharges: (key, billing) => shield('collectCharges', connector.collectCharges(key, billing)),
    recordPayment: (key, payment) => shield('recordPayment', connector.recordPayment(key, payment)),
  }

  async function shield<T>(call: string, answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (cause) {
      const code = cause instanceof StoreError ? cause.problem?.code : undefined
      if (code === 'notSupported' || code === 'emailTaken' || code === 'keyReused')
        throw new Problem(code, { cause })
      log.warn({ call, err: cause }, 'connector failed')
      throw new Problem('upstreamUnavailable', { cause })
    }
  }
}
