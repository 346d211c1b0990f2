import { type Job, startJob } from '../../platform/jobs/jobs.ts'
import { createMailDelivery } from '../../platform/mail/mail-delivery.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { cleanUpIdentity } from '../../services/identity/identity.ts'
import type { Base } from './base.ts'
import type { BackendPart } from './backend.ts'
import type { ConnectorPart } from './connector.ts'
import type { IdentityPart } from './identity.ts'
import type { PaymentsPart } from './payments.ts'
import type { Workshop } from './workshop.ts'

const everyHour = 60 * 60 * 1000

interface JobParts {
  workshop: Workshop
  identity: IdentityPart
  connector: ConnectorPart
  backend: BackendPart
  payments: PaymentsPart
}

/** Starts every job. Each may run in several processes at once. */
export function startJobs(base: Base, { workshop, identity, connector, backend, payments }: JobParts): Job[] {
  const { config, db, clock, log } = base
  const mail = createMailDelivery({
    db,
    smtpUrl: config.mail.smtpUrl,
    from: config.mail.from,
    clock,
    log,
  })
  mail.start()
  const hourly = (name: string, run: () => Promise<unknown>) =>
    startJob({ name, everyMs: everyHour, run, log })
  return [
    mail,
    hourly('delete old rate limit windows', createRateLimit({ db, clock }).cleanUp),
    hourly('delete old idempotency keys', connector.idempotency.cleanUp),
    hourly('delete used proofs', () => identity.replay.cleanUp(clock())),
    ...(identity.accountMails ? [identity.accountMails.delivery.start()] : []),
    ...(config.identity.remote ? [] : [hourly('delete expired sign-ins', () => cleanUpIdentity(db, clock))]),
    ...workshop.startJobs(),
    ...backend.startJobs(),
    ...payments.startJobs(),
  ]
}
