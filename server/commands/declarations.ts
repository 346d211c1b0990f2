import { z } from 'zod'
import { declarationRows, receivedText } from '../../formats/declaration-text.ts'
import * as store from '../../services/backend/declarations/declarations.store.ts'
import { receiptOf } from '../../services/backend/declarations/receipt.ts'
import type { Ordering } from '../../services/backend/orders/parts.ts'

export const declarationsUsage = 'declarations list | declarations done <id>'

/** A declaration that is not applied so long after it came waits for something, such as a debit or the workshop system. */
const waitsMs = 60 * 60_000

/** Lists the declarations that somebody has to look at, or notes that they did. @throws Error that says what is wrong */
export async function runDeclarations([action, id]: string[], { db, clock }: Ordering): Promise<string> {
  if (action === 'list') {
    const lines = (await store.open(db, new Date(clock().getTime() - waitsMs))).map((each) => {
      const { kind, state, content } = each
      const rows = declarationRows(content, 'en').map(({ label, value }) => `  ${label}: ${value}`)
      return [
        `${each.id}\t${kind}\t${state}\t${receivedText({ ...receiptOf(each), locale: 'en' })}`,
        ...rows,
      ].join('\n')
    })
    return lines.length > 0 ? lines.join('\n') : 'No declaration is open.'
  }
  if (action === 'done' && id) {
    const number = z.coerce.number().int('the number of a declaration').positive().parse(id)
    if (!(await store.close(db, number))) throw new Error(`Declaration ${id} is not open.`)
    return `Declaration ${id} is done.`
  }
  throw new Error(`Usage: ${declarationsUsage}`)
}
