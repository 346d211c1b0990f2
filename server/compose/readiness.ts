import { createReadiness, type ReadyCheck } from '../../platform/http/health.ts'
import type { OpenedDatabase } from '../../platform/database/database.ts'
import { checkWritable } from '../../platform/database/writable.ts'
import { isOverdue, runningJobs } from '../../platform/jobs/jobs.ts'
import * as outbox from '../../platform/outbox/outbox.store.ts'
import { type Base, serves } from './base.ts'
import type { ConnectorPart } from './connector.ts'
import type { ContentPart } from './content.ts'
import type { IdentityPart } from './identity.ts'

const longestUnsentMs = 15 * 60_000

interface ReadinessParts {
  opened: Pick<OpenedDatabase, 'db' | 'numbers'>
  identity: Pick<IdentityPart, 'check'>
  connector: Pick<ConnectorPart, 'check'>
  content: Pick<ContentPart, 'check'>
}

/** Decides what this process needs, and what it works less well without. */
export function composeReadiness(base: Base, { opened, identity, connector, content }: ReadinessParts) {
  const { config, clock, upstreams } = base
  const { db } = opened
  const asksConnector = serves(base, 'site') || serves(base, 'backend') || serves(base, 'connector')
  const useful: Record<string, ReadyCheck | false | null> = {
    content: serves(base, 'site') && content.check,
    connector: asksConnector && connector.check,
    fabman: config.fabman.apiKey !== null && (async () => expect(!upstreams.isFailing('fabman'))),
    identity: asksConnector && identity.check,
    mail:
      config.mail.smtpUrl !== null &&
      (async () => {
        const mails = (await outbox.open(db)).find(({ kind }) => kind === 'mail')
        expect(!mails || clock().getTime() - mails.oldestAt.getTime() <= longestUnsentMs)
      }),
    jobs: async () => expect(!runningJobs().some(isOverdue)),
  }
  return createReadiness({
    needed: { database: () => expectRoom(opened), pool: () => expectConnection(opened) },
    useful: Object.fromEntries(
      Object.entries(useful).filter((each): each is [string, ReadyCheck] => Boolean(each[1])),
    ),
  })
}

/** The row that is written may fit where nothing else does. */
async function expectRoom({ db, numbers }: ReadinessParts['opened']): Promise<void> {
  await checkWritable(db)
  expect(!numbers().isFull)
}

/** Where callers wait for a connection, resolves in turn. */
async function expectConnection({ db, numbers }: ReadinessParts['opened']): Promise<void> {
  if (numbers().waiting > 0) await db.connection().execute(async () => {})
}

function expect(isGood: boolean): void {
  if (!isGood) throw new Error('failed')
}
