import { type BackendApi, backendApi } from '../../contracts/http/backend.ts'
import { type CallersOptions, createCallers } from '../../platform/auth/callers.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { createApi, type Handlers } from '../../platform/http/api.ts'
import { docsPage } from '../../platform/http/openapi.ts'
import type { Fetch } from '../../platform/http/service.ts'
import type { Pictures } from '../../platform/images/render-image.ts'
import type { Log } from '../../platform/log.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import type { Challenges } from './accounts/challenge.ts'
import { deletionHandlers } from './accounts/deletion.ts'
import { exportHandlers } from './accounts/export.ts'
import type { IdentityAccounts } from './accounts/person.ts'
import { type NewPerson, registrationHandlers } from './accounts/registration.ts'
import { type IdentityManagement, verificationHandlers } from './accounts/verification.ts'
import { attendanceHandlers } from './attendance/attendance.ts'
import { createCheckInCodes } from './attendance/check-in-codes.ts'
import { createListLinks } from './attendance/list-links.ts'
import { checkInHandlers } from './attendance/check-in.ts'
import { certificateHandlers } from './certificates/certificates.ts'
import { catalogueHandlers } from './catalogue/catalogue.ts'
import { courseHandlers } from './courses/courses.ts'
import { declarationHandlers } from './declarations/declarations.ts'
import { instructionHandlers } from './instructions/instructions.ts'
import { instructionLinkHandlers } from './instructions/links.ts'
import { invoiceHandlers } from './invoices/invoices.ts'
import { calendarHandlers } from './members/calendars.ts'
import { creditHandlers } from './members/credits.ts'
import { mailChoiceHandlers } from './members/mail-choices.ts'
import { memberHandlers } from './members/members.ts'
import { photoHandlers } from './members/photos.ts'
import { orderHandlers } from './orders/orders.ts'
import type { Ordering } from './orders/parts.ts'
import { guestHandlers } from './places/guests.ts'
import { interestHandlers } from './places/interest.ts'
import { dateHandlers, placeHandlers } from './places/places.ts'
import { createAssertions } from './sign-up/assertions.ts'
import { signUpHandlers } from './sign-up/sign-ups.ts'
import { subscriptionHandlers } from './subscriptions/subscriptions.ts'
import { teamHandlers } from './teams/teams.ts'
import { trainingHandlers } from './trainings/trainings.ts'
import { type BackendConnector, shieldConnector } from './workshop.ts'

export interface BackendOptions extends CallersOptions {
  db: Database
  /** The workshop system, with a token of ability `manage`. */
  connector: BackendConnector
  /** null: the provider has no way to send mails again (A10). */
  identity: IdentityManagement | null
  /** null: accounts can be neither read nor deleted from here. */
  accounts: IdentityAccounts | null
  /** Creates an account at the identity provider, and does the same work for an address that has one. */
  signUp: (person: NewPerson) => Promise<void>
  challenges: Challenges
  ordering: Ordering
  pictures: Pick<Pictures, 'photo'>
  /** A declaration is stored: it is applied soon, not before the answer, which tells nothing about a contract. */
  declared: () => void
  /** A training was given or revoked: the workshop system learns it soon. */
  trainingsChanged: () => void
  /** The secret of the installation, 32 bytes. */
  secret: Buffer
  /** Name of the space. */
  siteName: string
  /** false: nobody sends the mails of the outbox. */
  sendsMail: boolean
  /** Public address of the site, for links in mails, without a slash at its end. */
  siteUrl: string
  /** The network address behind a request, for rate limits: never a header that anybody can set. */
  clientAddress: (request: Request) => string
  /** Outward address of path `/`, shown in the API description. */
  publicUrl: string
  clock: Clock
  log: Log
}

/** The product backend: answers `/member/get` and its like; mounted at `/api`, which is cut off. */
export function createBackend(options: BackendOptions): Fetch {
  const { db, clock, log, identity, ordering, clientAddress, publicUrl } = options
  const rateLimit = createRateLimit({ db, clock })
  const callers = createCallers(options)
  const codes = createCheckInCodes(options.secret)
  const links = createListLinks(options.secret)
  const connector = shieldConnector(options.connector, log)
  const handlers: Handlers<BackendApi> = {
    ...memberHandlers({ ...options, callers, connector }),
    ...photoHandlers({ ...options, callers, rateLimit }),
    ...creditHandlers({ callers, connector, clock }),
    ...calendarHandlers({ callers, connector }),
    ...courseHandlers({ callers, db, clock }),
    ...placeHandlers({ callers, ordering, rateLimit }),
    ...interestHandlers({ ordering, rateLimit }),
    ...guestHandlers({ ordering, rateLimit, clientAddress }),
    ...dateHandlers(ordering),
    ...invoiceHandlers({ callers, db, paysOnline: ordering.provider !== null }),
    ...orderHandlers({ callers, ordering }),
    ...subscriptionHandlers({ callers, ordering }),
    ...declarationHandlers({ ...options, rateLimit }),
    ...teamHandlers({ callers, ordering, rateLimit }),
    ...trainingHandlers({ ...options, callers }),
    ...attendanceHandlers({ ...options, callers, codes, links }),
    ...checkInHandlers({ callers, ordering, rateLimit, codes }),
    ...certificateHandlers({ callers, ordering, rateLimit }),
    ...instructionHandlers({ ...options, callers }),
    ...instructionLinkHandlers({ ...options, rateLimit }),
    ...catalogueHandlers({ connector, db }),
    ...registrationHandlers({ ...options, rateLimit }),
    ...verificationHandlers({ identity, rateLimit, clientAddress, log }),
    ...mailChoiceHandlers({ ...options, connector, callers }),
    ...exportHandlers({ ...options, connector, callers, rateLimit }),
    ...deletionHandlers({ ...options, callers, rateLimit }),
    ...signUpHandlers({ ...options, connector, callers, rateLimit, assertions: createAssertions(options) }),
  }
  const api = { title: 'Werkbank: product backend', publicUrl, endpoints: backendApi }
  const app = createApi({ name: 'backend', ...api, handlers, callers, log })
  app.get('/docs', (c) =>
    c.html(docsPage(api), 200, { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }),
  )
  return (request) => Promise.resolve(app.fetch(request))
}
