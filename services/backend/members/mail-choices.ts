import type { BackendApi } from '../../../contracts/http/backend.ts'
import { type MailChoices, MailTopic } from '../../../contracts/mail-kinds.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import { createMailRefusals } from '../../../platform/mail/mail-refusals.store.ts'
import { personOf } from '../accounts/person.ts'
import type { BackendConnector } from '../workshop.ts'

interface Options {
  callers: Callers
  connector: BackendConnector
  db: Database
  clock: Clock
}

/** Which mails a person wants. The choice belongs to the addresses that are proved to be theirs. */
export function mailChoiceHandlers(options: Options) {
  const { db, clock } = options
  return {
    async mailChoices({ person }) {
      return read((await personOf(person, options)).emails)
    },
    async changeMailChoices({ person, body }) {
      const { emails } = await personOf(person, options)
      await db.transaction().execute(async (tx) => {
        for (const topic of MailTopic.options)
          await createMailRefusals(tx).set(emails, topic, !body[topic], clock())
      })
      return read(emails)
    },
  } satisfies Partial<Handlers<BackendApi>>

  async function read(emails: string[]): Promise<MailChoices> {
    const refused = await createMailRefusals(db).of(emails)
    return {
      bookings: !refused.has('bookings'),
      reminders: !refused.has('reminders'),
      waitlist: !refused.has('waitlist'),
    }
  }
}
