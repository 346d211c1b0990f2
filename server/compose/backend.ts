import { keptBackendReads } from '../../clients/backend.ts'
import { createSiteBackendClient } from '../../clients/site-backend.ts'
import { type Locale, Problem } from '../../contracts/problem.ts'
import { behindPrefix } from '../../platform/http/behind-prefix.ts'
import { clientAddress, onBehalfOf } from '../../platform/http/serve.ts'
import { type Job, startJob } from '../../platform/jobs/jobs.ts'
import { createChallenges } from '../../services/backend/accounts/challenge.ts'
import { deletionJobs, type Leaving } from '../../services/backend/accounts/leaving.ts'
import { createListLinks, type ListLinks } from '../../services/backend/attendance/list-links.ts'
import { mailLists } from '../../services/backend/attendance/list-mails.ts'
import { createBackend } from '../../services/backend/backend.ts'
import { applyDeclarations } from '../../services/backend/declarations/applying.ts'
import { declarationJobs } from '../../services/backend/declarations/jobs.ts'
import { tendAttempts } from '../../services/backend/instructions/jobs.ts'
import { invoiceJobs } from '../../services/backend/invoices/jobs.ts'
import { createPdfs } from '../../services/backend/invoices/pdf.ts'
import { applyEvents } from '../../services/backend/payments/applying.ts'
import { legalTextsIn } from '../../services/backend/orders/legal-texts.ts'
import { orderJobs } from '../../services/backend/orders/jobs.ts'
import { subscriptionJobs } from '../../services/backend/subscriptions/jobs.ts'
import { remindOfPlaces } from '../../services/backend/places/reminding.ts'
import { adoptTrainingsOf, nightlyAdoption } from '../../services/backend/trainings/adopting.ts'
import { givingEveryMs, trainingJobs } from '../../services/backend/trainings/jobs.ts'
import { tendTrainings } from '../../services/backend/trainings/tending.ts'
import type { Ordering } from '../../services/backend/orders/parts.ts'
import { decideMinimums } from '../../services/backend/places/minimum.ts'
import { forgetGuests } from '../../services/backend/places/forgetting.ts'
import { announceDates } from '../../services/backend/places/interest.ts'
import { tendPlaces } from '../../services/backend/places/jobs.ts'
import { tendSignUps } from '../../services/backend/sign-up/jobs.ts'
import { type BackendConnector, shieldConnector } from '../../services/backend/workshop.ts'
import { type Base, type Mounts, remoteFetch, serves } from './base.ts'
import type { ContentPart } from './content.ts'
import type { ConnectorPart } from './connector.ts'
import type { IdentityPart } from './identity.ts'
import { openPageReads } from './page-reads.ts'
import type { PaymentsPart } from './payments.ts'
import type { composeTokens } from './tokens.ts'

const mount = '/api'

interface Parts {
  identity: IdentityPart
  connector: ConnectorPart
  payments: Pick<PaymentsPart, 'provider'>
  content: Pick<ContentPart, 'client' | 'pictures'>
}

/** The product backend and its client: in this process where it serves the backend, else at its address. */
export function composeBackend(base: Base, tokens: ReturnType<typeof composeTokens>, parts: Parts) {
  const { verifierAt, management, accounts, signUp, siteName, replay } = parts.identity
  const { manager, findMember } = parts.connector
  const { config, db, clock, log, secret } = base
  const url = config.backend.url ?? config.publicUrl + mount
  const isEmbedded = !config.backend.url && serves(base, 'backend')
  const pdfs = createPdfs()
  const shielded = shieldConnector(manager, log)
  const ordering: Ordering = {
    db,
    connector: config.usageBilling === 'werkbank' ? shielded : withoutCharges(shielded),
    clock,
    log,
    siteUrl: config.publicUrl,
    pdfs,
    provider: parts.payments.provider,
    legalTextOf: legalTextsIn(parts.content.client, log),
  }
  const sendsMail = config.mail.smtpUrl !== null
  const service = createBackend({
    db,
    connector: manager,
    verifyAccessToken: verifierAt(mount),
    serviceTokens: tokens.keeper,
    findMember,
    identity: management,
    accounts,
    signUp,
    challenges: createChallenges({ secret, replay, clock }),
    ordering,
    pictures: parts.content.pictures,
    trainingsChanged: soon(() => tendTrainings(ordering), log),
    declared: soon(() => applyDeclarations(ordering), log),
    secret,
    siteName,
    sendsMail,
    siteUrl: config.publicUrl,
    clientAddress,
    publicUrl: url,
    clock,
    log,
  })
  const memory = openPageReads(base, 'backend', keptBackendReads)
  const fetch = isEmbedded ? behindPrefix(mount, service) : remoteFetch(base, 'backend')
  const options = { baseUrl: url, authorise: () => ({ authorization: `Bearer ${tokens.backend}` }), fetch }
  return {
    url,
    mounts: (isEmbedded ? { [mount]: service } : {}) as Mounts,
    ordering,
    /** A message of the payment provider is stored: it is applied soon. */
    messageOfProvider: soon(() => applyEvents(ordering), log),
    trainingChanged: isEmbedded ? adoptingSoon(ordering) : () => {},
    async close() {
      await memory.close()
      await pdfs.close()
    },
    startJobs: () => startBackendJobs({ ordering, accounts, siteName, sendsMail }, createListLinks(secret)),
    client: createSiteBackendClient({ ...options, pageReads: memory.pageReads }),
    clientFor: (visitor: Request, locale: Locale, signUp: string | null = null) =>
      createSiteBackendClient({
        ...options,
        locale,
        authorise: () => ({ ...options.authorise(), ...(signUp && { 'signup-token': signUp }) }),
        fetch: (request) => fetch(onBehalfOf(visitor, request)),
      }),
  }
}

/**
 * Returns what is told that somebody changed the trainings of a member at the workshop system itself. One member is looked
 * up at a time, each once for all messages that came before; the nightly job learns what this misses.
 */
function adoptingSoon(ordering: Ordering): (member: number) => void {
  const { log } = ordering
  const changed = new Set<number>()
  const adopt = soon(async () => {
    for (const member of changed) {
      changed.delete(member)
      await adoptTrainingsOf(ordering, member).catch((error: unknown) =>
        log.warn({ err: error, member }, 'a changed training was not learned'),
      )
    }
  }, log)
  return (member) => {
    changed.add(member)
    adopt()
  }
}

function startBackendJobs(leaving: Leaving, links: ListLinks): Job[] {
  const { ordering } = leaving
  const { db, clock, log } = ordering
  const jobs = {
    ...invoiceJobs(ordering),
    ...orderJobs(ordering),
    ...subscriptionJobs(ordering),
    ...deletionJobs(leaving),
    ...declarationJobs(ordering),
    ...trainingJobs(ordering),
    'announce dates': () => announceDates(ordering),
    'mail lists to trainers': () => mailLists({ ...ordering, links }),
    'end attempts of instructions': () => tendAttempts(ordering),
    'keep photos and delete old sign-ups': () => tendSignUps(db, clock()),
  }
  return [
    ...Object.entries(jobs).map(([name, run]) => startJob({ name, everyMs: 60_000, run, log })),
    startJob({
      name: 'forget guests of courses',
      everyMs: 60 * 60_000,
      run: () => forgetGuests(ordering),
      log,
    }),
    startJob({ name: 'tend places in courses', everyMs: 10_000, run: () => tendPlaces(ordering), log }),
    startJob({ name: 'decide about dates', everyMs: 3_600_000, run: () => decideMinimums(ordering), log }),
    startJob({ name: 'adopt trainings', everyMs: 3_600_000, run: nightlyAdoption(ordering), log }),
    startJob({ name: 'remind of places', everyMs: 3_600_000, run: () => remindOfPlaces(ordering), log }),
    startJob({ name: 'give trainings', everyMs: givingEveryMs, run: () => tendTrainings(ordering), log }),
  ]
}

/** Runs work after each call, never twice at the same time; calls that come meanwhile need one more run. */
function soon(work: () => Promise<unknown>, log: Base['log']): () => void {
  let isRunning = false
  let isAsked = false
  async function run(): Promise<void> {
    isRunning = true
    while (isAsked) {
      isAsked = false
      // A job repeats what failed.
      await work().catch((error: unknown) => log.error({ err: error }, 'work was not done at once'))
    }
    isRunning = false
  }
  return () => {
    isAsked = true
    if (!isRunning) void run()
  }
}

export type BackendPart = ReturnType<typeof composeBackend>

/** The shielded connector of a space that bills use elsewhere: no charge is open to us. */
function withoutCharges<T extends Pick<BackendConnector, 'openCharges'>>(connector: T): T {
  return { ...connector, openCharges: () => Promise.reject(new Problem('notSupported')) }
}
