import { Locale, Problem } from '../../contracts/problem.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { createOutbox } from '../../platform/outbox/outbox.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { type Account, createAccounts } from './accounts.ts'
import { createAccountMailStore, outboxKind } from './account-mails.store.ts'
import { linkMail } from './mail-texts.ts'
import { createPasswords } from './password.ts'
import { createTicketStore, TicketPurpose } from './tickets.store.ts'

/** Limit of mails of one kind to one account. */
const perAccount = { max: 5, windowSeconds: 3600 }
const paths = { password: 'reset-password', verification: 'email-verification' } satisfies Record<
  TicketPurpose,
  string
>

export type AccountMails = ReturnType<typeof createAccountMails>

interface AccountMailsOptions {
  db: Database
  /** Ends in a slash. */
  issuer: string
  siteName: string
  clock: Clock
  log: Log
}

/**
 * Creates the mails that carry a ticket. A request does the same for every address, whether it has an account or not;
 * a job looks for the account later and sends at most five mails of one kind an hour to it.
 */
export function createAccountMails({ db, issuer, siteName, clock, log }: AccountMailsOptions) {
  const accounts = createAccounts({ db, passwords: createPasswords(), clock })
  const rateLimit = createRateLimit({ db, clock })
  const store = createAccountMailStore(db)

  async function send(item: number, purpose: TicketPurpose, account: Account, locale: Locale): Promise<void> {
    await db.transaction().execute(async (transaction) => {
      // Whoever removes the request sends the mail: an item may be performed twice.
      if (!(await createAccountMailStore(transaction).remove(item))) return
      const ticket = await createTicketStore(transaction).issue(purpose, account.id, clock())
      const href = `${issuer}u/${paths[purpose]}?ticket=${ticket}`
      await queueMail(transaction, linkMail({ kind: purpose, account, locale, href, siteName }))
    })
  }

  async function perform({ id }: { id: number }): Promise<object> {
    const request = await store.ofId(id)
    if (!request) return {}
    const purpose = TicketPurpose.parse(request.purpose)
    const account = await accounts.ofEmail(request.address)
    const isSent =
      account !== null && mayGet(purpose, account) && (await isWithinLimit(`mail:${purpose}:${account.id}`))
    if (isSent) await send(id, purpose, account, Locale.nullable().parse(request.locale) ?? account.locale)
    else await store.remove(id)
    return { purpose, isSent }
  }

  async function isWithinLimit(key: string): Promise<boolean> {
    try {
      await rateLimit.hit(key, perAccount)
      return true
    } catch (error) {
      if (error instanceof Problem && error.code === 'tooManyRequests') return false
      throw error
    }
  }

  return {
    /**
     * Asks for a mail to an address, which may have no account; takes one statement.
     * @param locale default: the account's
     */
    request: (purpose: TicketPurpose, address: string, locale: Locale | null = null): Promise<void> =>
      store.add({ purpose, address, locale }, clock()),

    /** The job that sends them. */
    delivery: createOutbox({
      db,
      kind: outboxKind,
      perform,
      judge: (error) => ({ isFinal: false, text: (error as Error).name }),
      clock,
      log,
    }),
  }
}

function mayGet(purpose: TicketPurpose, { blocked, emailVerified }: Account): boolean {
  return purpose === 'password' ? !blocked : !emailVerified
}
