import { Problem, type Locale } from '../../contracts/problem.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { RateLimit } from '../../platform/rate-limit.ts'
import type { Account, Accounts } from './accounts.ts'
import { linkMail } from './mail-texts.ts'
import { createTicketStore, type TicketPurpose } from './tickets.store.ts'

/** Limit of mails of one kind to one account. */
const perAccount = { max: 5, windowSeconds: 3600 }
const paths = { password: 'reset-password', verification: 'email-verification' } satisfies Record<
  TicketPurpose,
  string
>

export type Letters = ReturnType<typeof createLetters>

interface LettersOptions {
  db: Database
  accounts: Accounts
  rateLimit: RateLimit
  /** Ends in a slash. */
  issuer: string
  siteName: string
  clock: Clock
  log: Log
}

/** Creates the sender of mails that carry a ticket. */
export function createLetters({ db, accounts, rateLimit, issuer, siteName, clock, log }: LettersOptions) {
  const running = new Set<Promise<void>>()

  /** @throws Problem `tooManyRequests` after five mails in an hour */
  async function send(purpose: TicketPurpose, account: Account, locale = account.locale): Promise<void> {
    await rateLimit.hit(`mail:${purpose}:${account.id}`, perAccount)
    await db.transaction().execute(async (transaction) => {
      const ticket = await createTicketStore(transaction).issue(purpose, account.id, clock())
      const href = `${issuer}u/${paths[purpose]}?ticket=${ticket}`
      await queueMail(transaction, linkMail({ kind: purpose, account, locale, href, siteName }))
    })
  }

  async function sendPassword(email: string, locale?: Locale): Promise<void> {
    const account = await accounts.ofEmail(email)
    if (account && !account.blocked) await send('password', account, locale)
  }

  return {
    /** @throws Problem `tooManyRequests` after five mails in an hour */
    sendVerification: (account: Account, locale?: Locale) => send('verification', account, locale),

    /** Returns at once, so that the response time reveals nothing about the address; failures are logged. */
    sendPasswordInBackground(email: string, locale?: Locale): void {
      const work = sendPassword(email, locale).catch((error: unknown) => {
        const isLimit = error instanceof Problem && error.code === 'tooManyRequests'
        if (isLimit) log.info({ service: 'identity' }, 'password mail over the limit')
        else log.error({ service: 'identity', err: error }, 'password mail failed')
      })
      running.add(work)
      void work.finally(() => running.delete(work))
    },

    /** Waits until no background work is left. */
    async settled(): Promise<void> {
      await Promise.all(running)
    },
  }
}
