import { sql } from 'kysely'
import {
  calendarAddress,
  calendarUsage,
  checkInCodesUsage,
  type DeskConnector,
  drawCodes,
} from './check-in-codes.ts'
import { contentUsage, moveContent } from '../../content/sync/command.ts'
import { declarationsUsage, runDeclarations } from './declarations.ts'
import { instructionsUsage, runInstructions } from './instructions.ts'
import { invoicesUsage, runInvoices } from './invoices.ts'
import { coursesUsage, runCourses } from './courses.ts'
import { createListLinks } from '../../services/backend/attendance/list-links.ts'
import { runStaff, staffUsage } from './staff.ts'
import { runTrainings, trainingsUsage } from './trainings.ts'
import { ordersUsage, runOrders } from './orders.ts'
import { fabmanAnswers } from './fabman-check.ts'
import { fabmanDoubleUsage, serveFabmanDouble } from './fabman-double.ts'
import type { CommandResult } from './admin-socket.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { readBackup, writeBackup } from '../../platform/database/backup.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Ability, ServiceTokenKeeper } from '../../platform/auth/service-token.ts'
import type { InstructionStories } from '../../services/backend/instructions/publishing.ts'
import type { Ordering } from '../../services/backend/orders/parts.ts'
import type { WorkshopSystem } from '../../services/connector/workshop-system.ts'
import type { Identity } from '../../services/identity/identity.ts'
import { seedDemo, seedDemoContracts, seedInstruction } from './seed-demo.ts'
import { runWorkshop, workshopUsage } from './workshop.ts'
import { stripeAnswers } from './stripe-check.ts'
import { serveStripeDouble, stripeDoubleUsage } from './stripe-double.ts'

/** The tools of commands; a running server has the same, so that commands can run in it. */
export interface CommandTools {
  config: Config
  db: Database
  clock: Clock
  /** The secret of the installation. */
  secret: Buffer
  tokens: ServiceTokenKeeper
  /** Null where the accounts and keys belong to a provider elsewhere. */
  identity: Pick<Identity, 'rotateKeys' | 'setBlocked'> | null
  connector: DeskConnector
  workshop: WorkshopSystem
  ordering: Ordering
  /** The stories of the content service. */
  content: InstructionStories
  /** Makes every cached answer of the workshop system stale, in all processes. */
  invalidate(): Promise<void>
}

interface Command {
  usage: string
  does: string
  run(args: string[], tools: CommandTools): Promise<string | Omit<CommandResult, 'ok'>>
}

const commands: Record<string, Command> = {
  migrate: {
    usage: 'migrate',
    does: 'brings the database schema up to date',
    // Opening the database has migrated it already; this only lists the files.
    run: async (_, { db }) => {
      const { rows } = await sql<{ name: string }>`select name from schema_migration order by name`.execute(
        db,
      )
      return rows.map(({ name }) => name).join('\n')
    },
  },
  seed: {
    usage: 'seed [--reset]',
    does: 'puts the demo space into an empty database; --reset empties it first',
    run: async (args, tools) => {
      const { config, db, clock, ordering, invalidate } = tools
      if (config.production) throw new Error('Demo data does not belong into production.')
      if (args.includes('--reset')) await emptyAllTables(db)
      await seedDemo(db, clock)
      // The demo of Fabman's double has no teams.
      if (!config.fabman.apiKey) await seedDemoContracts(ordering)
      await invalidate()
      await seedInstruction(tools)
      return 'The demo space is in the database.'
    },
  },
  backup: {
    usage: 'backup <file>',
    does: 'writes everything in the database into one file, while the server runs',
    run: async ([file], { db }) => {
      if (!file) throw new Error('Usage: backup <file>')
      return `${await writeBackup(db, file)} rows are in ${file}.`
    },
  },
  restore: {
    usage: 'restore <file> --replace',
    does: 'replaces everything in the database by a backup, also by one of the other kind of database',
    run: async ([file, replace], { db, invalidate }) => {
      if (!file || replace !== '--replace') {
        throw new Error('Usage: restore <file> --replace. Everything that the database holds now is deleted.')
      }
      const rows = await readBackup(db, file)
      await invalidate()
      return `${rows} rows are in the database. Start the server again: it has the old keys and pages.`
    },
  },
  token: {
    usage: 'token create <name> [read|manage|backend] | token list | token revoke <id>',
    does: 'makes, shows and revokes tokens for the connector and the backend',
    run: ([action, first, ability], { tokens }) => runToken(tokens, action, first, ability),
  },
  keys: {
    usage: 'keys rotate',
    does: 'publishes a new signing key of the embedded identity service; it signs an hour later',
    run: async ([action], { identity }) => {
      if (action !== 'rotate') throw new Error('Usage: keys rotate')
      if (!identity) throw new Error('The keys belong to the configured identity provider (IDENTITY_DOMAIN).')
      await identity.rotateKeys()
      return 'A new key is published. It begins to sign in an hour, when all caches know it.'
    },
  },
  block: {
    usage: 'block <email>',
    does: 'blocks the account of a person and signs them out everywhere; bookings stay',
    run: async ([email], { identity }) => {
      await setBlocked(identity, 'block', email)
      return `${email} is blocked: no sign-in any more, and no call after 5 seconds. Bookings stay as they are.`
    },
  },
  unblock: {
    usage: 'unblock <email>',
    does: 'lets a blocked person sign in again',
    run: async ([email], { identity }) => {
      await setBlocked(identity, 'unblock', email)
      return `${email} can sign in again.`
    },
  },
  'check-in-codes': {
    usage: checkInCodesUsage,
    does: 'draws the QR codes that members scan at the machines, one sheet of A5 each; gives a machine its code',
    run: (args, { connector, config }) => drawCodes(args, connector, config.publicUrl),
  },
  calendar: {
    usage: calendarUsage,
    does: 'shows the secret address of a calendar to subscribe to; --renew makes the old one useless',
    run: (args, { connector }) => calendarAddress(args, connector),
  },
  invoices: {
    usage: invoicesUsage,
    does: 'sets how a space writes invoices, books the transfer of one, cancels one, or exports those of a month',
    run: (args, { ordering }) => runInvoices(args, ordering),
  },
  orders: {
    usage: ordersUsage,
    does: 'lists orders, books the transfer of one, or pays one back',
    run: (args, { ordering }) => runOrders(args, ordering),
  },
  courses: {
    usage: coursesUsage,
    does: 'lists the dates of courses to come, changes the seats of one, or calls one off',
    run: (args, { ordering }) => runCourses(args, ordering),
  },
  declarations: {
    usage: declarationsUsage,
    does: 'lists the cancellations and withdrawals that somebody has to look at, or notes that they did',
    run: (args, { ordering }) => runDeclarations(args, ordering),
  },
  staff: {
    usage: staffUsage,
    does: 'names the people who run courses and give trainings, or ends that; prints or mails the link of a list',
    run: (args, { ordering, secret }) => runStaff(args, { ...ordering, links: createListLinks(secret) }),
  },
  trainings: {
    usage: trainingsUsage,
    does: 'says how long trainings are valid and what they need, gives one to a member, or takes it away',
    run: (args, { ordering }) => runTrainings(args, ordering),
  },
  instructions: {
    usage: instructionsUsage,
    does: 'publishes a version of a safety instruction, or lists who passed one, for the safety officer',
    run: (args, { ordering, content }) => runInstructions(args, ordering, content),
  },
  workshop: {
    usage: workshopUsage,
    does: 'exports a space of the embedded engine into a file, or publishes one',
    run: runWorkshop,
  },
  content: {
    usage: contentUsage,
    does: 'brings the content folder into a Storyblok space (push), or the space into the folder (pull)',
    run: (args, { config }) => moveContent(args, config.content),
  },
  'fabman-double': {
    usage: fabmanDoubleUsage,
    does: 'serves a Fabman account in memory with the demo space, to develop and to try the connector on',
    // It needs no database: main.ts starts it before one is opened.
    run: async (args, { clock }) => (await serveFabmanDouble(args, clock)).greeting,
  },
  'stripe-double': {
    usage: stripeDoubleUsage,
    does: 'serves an account at Stripe in memory, to develop and to try payments on',
    run: async (args, { clock }) => (await serveStripeDouble(args, clock)).greeting,
  },
  doctor: {
    usage: 'doctor',
    does: 'checks the configuration and every part, and says how to mend what is wrong',
    run: (_, tools) => examine(tools),
  },
}

/** Runs one command; an unknown one returns the list of all. */
export async function runCommand(
  [name = '', ...args]: string[],
  tools: CommandTools,
): Promise<CommandResult> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    const list = Object.values(commands).map(({ usage, does }) => `  ${usage}\n      ${does}`)
    return { output: `Usage: npm run werkbank -- <command>\n\n${list.join('\n')}`, ok: name === 'help' }
  }
  try {
    const done = await command.run(args, tools)
    return { ...(typeof done === 'string' ? { output: done } : done), ok: true }
  } catch (error) {
    return { output: error instanceof Error ? error.message : String(error), ok: false }
  }
}

async function runToken(tokens: ServiceTokenKeeper, action?: string, first?: string, ability = 'read') {
  if (action === 'list') {
    const rows = await tokens.list()
    return rows.length === 0
      ? 'There are no tokens.'
      : rows
          .map(({ id, name, abilities, createdAt, revokedAt }) =>
            [id, name, abilities.join('+'), createdAt.toISOString(), revokedAt ? 'revoked' : 'valid'].join(
              '\t',
            ),
          )
          .join('\n')
  }
  if (action === 'create' && first) {
    const known: Ability[] = ['read', 'manage', 'backend']
    const wanted = known.find((each) => each === ability)
    if (!wanted) throw new Error(`Unknown ability ${ability}; known: ${known.join(', ')}`)
    return `${await tokens.create(first, [wanted])}\nKeep it: it is shown only now.`
  }
  if (action === 'revoke' && first) {
    if (!(await tokens.revoke(Number(first)))) throw new Error(`There is no valid token ${first}.`)
    return `Token ${first} is revoked.`
  }
  throw new Error(`Usage: ${commands['token']?.usage}`)
}

async function setBlocked(identity: CommandTools['identity'], name: 'block' | 'unblock', email?: string) {
  if (!email) throw new Error(`Usage: ${commands[name]?.usage}`)
  if (!identity)
    throw new Error(
      `The accounts belong to the configured identity provider (IDENTITY_DOMAIN): ${name} there.`,
    )
  if (!(await identity.setBlocked(email, name === 'block')))
    throw new Error(`There is no account with the address ${email}.`)
}

/** Everything but schema, secret, keys and tokens, in one statement that cannot half happen. */
async function emptyAllTables(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables
    where schemaname = current_schema() and tablename not in ('schema_migration', 'setting', 'identity_key', 'service_token', 'catalogue')
  `.execute(db)
  await sql`truncate ${sql.raw(rows.map(({ name }) => name).join(', '))} restart identity cascade`.execute(db)
}

async function examine({ config, db, workshop }: CommandTools): Promise<string> {
  const checks: [string, () => Promise<string>][] = [
    ['database', async () => (await sql<{ v: string }>`select version() as v`.execute(db)).rows[0]?.v ?? ''],
    [
      'content',
      () =>
        reaches(
          config.content.endpoint && `${config.content.endpoint}/cdn/spaces/me?token=${config.content.token}`,
          'Check STORYBLOK_TOKEN and STORYBLOK_ENDPOINT.',
        ),
    ],
    ['identity', () => providerFits(config.identity.remote)],
    [
      'connector',
      () => reaches(config.connector.url && `${config.connector.url}/openapi.json`, 'Check CONNECTOR_URL.'),
    ],
    ['fabman', () => fabmanAnswers(config.fabman, workshop)],
    [
      'backend',
      () => reaches(config.backend.url && `${config.backend.url}/openapi.json`, 'Check BACKEND_URL.'),
    ],
    ['workshop', () => spaceOf(config, db)],
    ['payments', () => stripeAnswers(config)],
    ['deletion', async () => deletionAdvice(config)],
    [
      'mail',
      async () => (config.mail.smtpUrl ? 'SMTP_URL is set' : 'kept in the outbox, readable at /dev/mail'),
    ],
    ['address', async () => addressAdvice(config.publicUrl)],
  ]
  const lines: string[] = []
  let healthy = true
  for (const [name, check] of checks) {
    try {
      lines.push(`ok    ${name}: ${await check()}`)
    } catch (error) {
      healthy = false
      lines.push(`WRONG ${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (!healthy) throw new Error(lines.join('\n'))
  return lines.join('\n')
}

/** @throws Error where the embedded engine has no space: nobody can book and nothing is sold */
async function spaceOf({ fabman, connector }: Config, db: Database): Promise<string> {
  if (fabman.apiKey || connector.url) return 'is elsewhere'
  const { rows } = await sql<{ name: string }>`select name from space order by id`.execute(db)
  if (rows.length === 0) throw new Error('There is no space: `workshop publish` makes one from a file.')
  return rows.map(({ name }) => name).join(', ')
}

async function reaches(url: string | null, advice: string): Promise<string> {
  if (!url) return 'embedded'
  const { origin } = new URL(url)
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) })
    if (!response.ok) throw new Error(String(response.status))
    return origin
  } catch (cause) {
    throw new Error(
      `${origin} does not answer as it should (${cause instanceof Error ? cause.message : ''}). ${advice}`,
      { cause },
    )
  }
}

/** Compares the provider's addresses with those that the sign-in library has built in. */
async function providerFits(origin: string | null): Promise<string> {
  if (!origin) return 'embedded'
  const url = `${origin}/.well-known/openid-configuration`
  await reaches(url, 'Check IDENTITY_DOMAIN.')
  const response = await fetch(url, { signal: AbortSignal.timeout(5000) })
  const found = (await response.json()) as Record<string, string>
  const expected = {
    issuer: `${origin}/`,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    jwks_uri: `${origin}/.well-known/jwks.json`,
  }
  const others = Object.entries(expected).filter(([name, address]) => found[name] !== address)
  if (others.length === 0) return origin
  const list = others.map(([name, address]) => `${name} is ${found[name]} instead of ${address}`)
  throw new Error(`Sign-in needs a provider with Auth0's addresses: ${list.join('; ')}.`)
}

/** What operators do by hand when somebody deletes an account. */
function deletionAdvice({ identity, fabman }: Config): string {
  const byHand =
    identity.remote && !identity.management
      ? 'a mail asks you to delete each account at the identity provider; IDENTITY_MANAGEMENT_CLIENT_ID and _SECRET with read:users, update:users and delete:users do it by themselves'
      : 'accounts are deleted by themselves'
  return fabman.apiKey
    ? `${byHand}; at Fabman a member stays without a name, or a mail asks you to remove it`
    : byHand
}

function addressAdvice(publicUrl: string): string {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1') return publicUrl
  throw new Error(`${publicUrl}: browsers allow sign-in over https only (http on localhost). Set PUBLIC_URL.`)
}
