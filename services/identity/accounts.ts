import { randomBytes } from 'node:crypto'
import { UserMetadata } from '../../contracts/identity.ts'
import { type Locale, Problem } from '../../contracts/problem.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { createTokenEndStore } from '../../platform/auth/token-end.store.ts'
import type { Mail } from '../../platform/mail/mail-content.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { createAccountMailStore } from './account-mails.store.ts'
import { type AccountRow, createAccountStore } from './accounts.store.ts'
import { createConnectionStore } from './connections.store.ts'
import { createPayloadStore } from './payload.store.ts'
import type { Passwords } from './password.ts'
import { createTicketStore } from './tickets.store.ts'

export interface Account {
  id: string
  email: string
  emailVerified: boolean
  name: string
  userMetadata: UserMetadata
  locale: Locale
  blocked: boolean
  updatedAt: Date
}

export interface NewAccount {
  email: string
  password: string
  name?: string
  userMetadata?: UserMetadata
  emailVerified?: boolean
  /** `auth0|` and 24 hex digits; random when not given. */
  subject?: string
}

export type NewPerson = Pick<NewAccount, 'email' | 'password' | 'userMetadata'>

export type Accounts = ReturnType<typeof createAccounts>

interface AccountsOptions {
  db: Database
  passwords: Passwords
  clock: Clock
}

/** Creates the accounts of e-mail and password, and the operations that a mailed ticket proves. */
export function createAccounts({ db, passwords, clock }: AccountsOptions) {
  const store = createAccountStore(db)

  return {
    async ofId(id: string): Promise<Account | null> {
      const row = await store.ofId(id)
      return row ? accountOf(row) : null
    },

    async ofEmail(email: string): Promise<Account | null> {
      const row = await store.ofEmail(normalEmail(email))
      return row ? accountOf(row) : null
    },

    /** Returns the account when the password is right, else null; an unknown address takes as long as a known one. */
    async ofPassword(email: string, password: string): Promise<Account | null> {
      const row = await store.ofEmail(normalEmail(email))
      if (!(await passwords.matches(row?.passwordHash ?? null, password)) || !row) return null
      if (passwords.isOutdated(row.passwordHash)) {
        await store.change(row.id, { passwordHash: await passwords.hash(password) }, clock())
      }
      return accountOf(row)
    },

    /**
     * @returns the subject of the new account
     * @throws Problem `conflict` when the address has an account
     */
    async create(account: NewAccount): Promise<string> {
      const row = await newRow(account, { passwords, clock })
      if (!(await store.add(row)))
        throw new Problem('conflict', { errors: [{ field: 'email', message: 'taken' }] })
      return row.id
    },

    /**
     * Blocks an account and ends its sessions and tokens, or lets it sign in again.
     * @returns false when the address has no account
     */
    setBlocked(email: string, blocked: boolean): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        const inTransaction = createAccountStore(transaction)
        const row = await inTransaction.ofEmail(normalEmail(email))
        if (!row) return false
        await inTransaction.change(row.id, { blocked }, clock())
        if (!blocked) return true
        // They would count again as soon as the account is unblocked.
        await createPayloadStore(transaction, clock).endAccount(row.id)
        await createTokenEndStore(transaction).end(row.id, clock())
        return true
      })
    },

    register: (person: NewPerson) => register(person, { db, passwords, clock }),

    ...ownerOperations({ db, clock }),
    ...tokenOperations({ db, clock }),
    ...ticketOperations({ db, passwords, clock }),
  }
}

/** What the owner of an account may ask of it, beside signing in. */
function ownerOperations({ db, clock }: Pick<AccountsOptions, 'db' | 'clock'>) {
  const store = createAccountStore(db)
  return {
    /** What is kept of an account, for its owner; null when there is none. */
    async dataOf(id: string): Promise<Record<string, unknown> | null> {
      const row = await store.ofId(id)
      if (!row) return null
      const { passwordHash: _, userMetadata, ...data } = row
      const connections = await createConnectionStore(db).ofAccount(id)
      return { ...data, userMetadata: JSON.parse(userMetadata) as unknown, connections }
    },

    /** Chooses the language of mails about an account; an unknown one has none. */
    async setLocale(id: string, locale: Locale): Promise<void> {
      const row = await store.ofId(id)
      if (!row) return
      const userMetadata = { ...UserMetadata.parse(JSON.parse(row.userMetadata)), locale }
      await store.change(id, { userMetadata: JSON.stringify(userMetadata) }, clock())
    },

    /** Deletes an account with its sessions, tokens and tickets; an unknown one is deleted already. */
    async remove(id: string): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        const inTransaction = createAccountStore(transaction)
        const row = await inTransaction.ofId(id)
        await createPayloadStore(transaction, clock).endAccount(id)
        if (!row) return
        await createAccountMailStore(transaction).removeOf(row.email)
        await inTransaction.remove(id)
      })
    },
  }
}

function tokenOperations({ db, clock }: Pick<AccountsOptions, 'db' | 'clock'>) {
  return {
    /** Makes tokens count that are issued from now on, also after the clock was set back. */
    acceptNewTokens: (id: string): Promise<void> => createTokenEndStore(db).catchUp(id, clock()),
  }
}

/**
 * Registers a person and asks for the mail that tells them how to go on. Does the same work for every address; the job
 * of the mail finds out whether it had an account.
 * @throws Problem `tooManyRequests` when too many passwords wait to be hashed
 */
async function register(person: NewPerson, options: AccountsOptions): Promise<void> {
  const row = await newRow(person, options)
  await options.db.transaction().execute(async (transaction) => {
    await createAccountStore(transaction).register(row)
    const { email: address, passwordHash } = row
    const locale = person.userMetadata?.locale ?? null
    const request = { purpose: 'registration', address, locale, passwordHash }
    await createAccountMailStore(transaction).add(request, options.clock())
  })
}

async function newRow(
  account: NewAccount,
  { passwords, clock }: Omit<AccountsOptions, 'db'>,
): Promise<AccountRow> {
  const email = normalEmail(account.email)
  const now = clock()
  return {
    id: account.subject ?? `auth0|${randomBytes(12).toString('hex')}`,
    email,
    emailVerified: account.emailVerified ?? false,
    passwordHash: await passwords.hash(account.password),
    name: account.name ?? email,
    userMetadata: JSON.stringify(UserMetadata.parse(account.userMetadata ?? {})),
    blocked: false,
    createdAt: now,
    updatedAt: now,
  }
}

/** The operations that a mailed ticket proves. */
function ticketOperations({ db, passwords, clock }: AccountsOptions) {
  return {
    /**
     * Confirms the address, and the password of the registration that the ticket was mailed for: somebody else may have
     * registered the same address.
     * @returns whether the ticket was valid
     */
    verifyEmail(ticket: string): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        const used = await createTicketStore(transaction).use('verification', ticket, clock())
        if (!used) return false
        const { accountId, passwordHash } = used
        const change = { emailVerified: true, ...(passwordHash !== null && { passwordHash }) }
        await createAccountStore(transaction).change(accountId, change, clock())
        return true
      })
    },

    /** Issues the ticket that a token exchange takes, once and within a minute. */
    issueSession: (accountId: string): Promise<string> =>
      createTicketStore(db).issue({ purpose: 'session', accountId }, clock()),

    /** Uses such a ticket up; returns its account, null when it is not valid. */
    async useSession(ticket: string): Promise<string | null> {
      const used = await createTicketStore(db).use('session', ticket, clock())
      return used?.accountId ?? null
    },

    /**
     * Sets the password and ends every session and token of the account; returns whether the ticket was valid.
     * The link went to the address, so the address is confirmed as well.
     * @param notice makes the mail that tells the account of it
     */
    async resetPassword(
      ticket: string,
      password: string,
      notice: (account: Account) => Mail,
    ): Promise<boolean> {
      // The hash comes first: the transaction must not hold the embedded database's one connection meanwhile.
      const passwordHash = await passwords.hash(password)
      return db.transaction().execute(async (transaction) => {
        const id = (await createTicketStore(transaction).use('password', ticket, clock()))?.accountId
        if (!id) return false
        await createAccountStore(transaction).change(id, { passwordHash, emailVerified: true }, clock())
        await createPayloadStore(transaction, clock).endAccount(id)
        await createTokenEndStore(transaction).end(id, clock())
        const row = await createAccountStore(transaction).ofId(id)
        if (row) await queueMail(transaction, notice(accountOf(row)))
        return true
      })
    },
  }
}

/** Addresses are compared and stored in lower case. */
function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

function accountOf(row: AccountRow): Account {
  const userMetadata = UserMetadata.parse(JSON.parse(row.userMetadata))
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.emailVerified,
    name: row.name,
    userMetadata,
    locale: userMetadata.locale ?? 'de',
    blocked: row.blocked,
    updatedAt: row.updatedAt,
  }
}
