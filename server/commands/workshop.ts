import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { publishWorkshop, workshopFile } from '../../services/connector/engine/publishing/publishing.ts'
import { WorkshopFile } from '../../services/connector/engine/publishing/workshop-file.ts'
import type { CommandResult } from './admin-socket.ts'

interface WorkshopTools {
  config: Config
  db: Database
  clock: Clock
  invalidate(): Promise<void>
}

export const workshopUsage = 'workshop export [<space>] | workshop publish <file.json>'

/**
 * Exports a space of the embedded engine with its hours, equipment, packages and trainings into a file, or publishes one.
 * @throws Error that says what is wrong
 */
export async function runWorkshop(
  [action, first, ...more]: string[],
  { config, db, clock, invalidate }: WorkshopTools,
): Promise<string | Omit<CommandResult, 'ok'>> {
  if (config.fabman.apiKey || config.connector.url)
    throw new Error('The configured workshop system owns the workshop: change it there.')
  if (action === 'export' && more.length === 0) {
    const file = await workshopFile(db, Number(first ?? 1))
    if (!file) throw new Error(`There is no space ${first ?? 1}.`)
    return {
      output: 'The space is in workshop.json. Change it, then: workshop publish workshop.json',
      file: { path: 'workshop.json', text: `${JSON.stringify(file, null, 2)}\n` },
    }
  }
  if (action !== 'publish' || !first || more.length > 0) throw new Error(`Usage: ${workshopUsage}`)
  const file = WorkshopFile.safeParse(JSON.parse(readFileSync(first, 'utf8')))
  if (!file.success) throw new Error(z.prettifyError(file.error))
  const missing = await publishWorkshop(db, clock, file.data)
  await invalidate()
  const { space, equipment, packages, trainings } = file.data
  return [
    `Published ${space.name}: ${equipment.length} pieces of equipment, ${packages.length} packages, ${trainings.length} trainings.`,
    ...(missing.length > 0 ? [`The file omits, and publishing kept: ${missing.join(', ')}.`] : []),
  ].join('\n')
}
