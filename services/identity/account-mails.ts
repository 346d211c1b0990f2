import { z } from 'zod'
import { Locale, Problem } from '../../contracts/problem.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { createOutbox } from '../../platform/outbox/outbox.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { type Account, createAccounts } from './accounts.ts'
import { type AccountMailRow, createAccountMailStore, outboxKind } from './account-mails.store.ts'
import { linkMail } from './mail-texts.ts'
import { createPasswords } from './password.ts'
import { createTicketStore } from './tickets.store.ts'

/** Limit of mails of one kind to one account. */
const perAccount = { max: 5, windowSeconds: 3600 }
const paths = { password: 'reset-password', verification: 'email-verification' }

/** A mail that somebody asked for by an address; `registration` may find an account at it. */
const Purpose = z.enum(['password', 'verification', 'registration'])
type Purpose = z.infer<typeof Purpose>

/** What an account gets: the mail, and the page that its link opens. */
interface Letter {
  kind: 'password' | 'verification' | 'known'
  page: keyof typeof paths
}

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

  async function send(request: AccountMailRow, { kind, page }: Letter, account: Account): Promise<void> {
    const locale = Locale.nullable().parse(request.locale) ?? account.locale
    await db.transaction().execute(async (transaction) => {
      // Whoever removes the request sends the mail: an item may be performed twice.
      if (!(await createAccountMailStore(transaction).remove(request.id))) return
      const passwordHash = page === 'verification' ? request.passwordHash : null
      const ticket = await createTicketStore(transaction).issue(
        { purpose: page, accountId: account.id, passwordHash },
        clock(),
      )
      const href = `${issuer}u/${paths[page]}?ticket=${ticket}`
      await queueMail(transaction, linkMail({ kind, account, locale, href, siteName }))
    })
  }

  async function perform({ id }: { id: number }): Promise<object> {
    const request = await store.ofId(id)
    if (!request) return {}
    const purpose = Purpose.parse(request.purpose)
    const account = await accounts.ofEmail(request.address)
    const letter = account && letterOf(purpose, account)
    if (letter && (await isWithinLimit(`mail:${letter.kind}:${account.id}`))) {
      await send(request, letter, account)
      return { purpose, isSent: true }
    }
    await store.remove(id)
    return { purpose, isSent: false }
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
    request: (purpose: keyof typeof paths, address: string, locale: Locale | null = null): Promise<void> =>
      store.add({ purpose, address, locale, passwordHash: null }, clock()),

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

/** Returns the mail of an account, null when it gets none. */
function letterOf(purpose: Purpose, { blocked, emailVerified }: Account): Letter | null {
  if (purpose !== 'password' && !emailVerified) return { kind: 'verification', page: 'verification' }
  if (purpose === 'verification' || blocked) return null
  return { kind: purpose === 'registration' ? 'known' : 'password', page: 'password' }
}
