import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { InstructionSlug } from '../../contracts/instruction.ts'
import { csvTable } from '../../formats/csv-table.ts'
import { toLocal } from '../../rules/time.ts'
import { evidence, latestVersions } from '../../services/backend/instructions/instructions.store.ts'
import { compareInstruction, type Difference } from '../../services/backend/instructions/comparing.ts'
import {
  type InstructionStories,
  publishInstruction,
  type Retake,
} from '../../services/backend/instructions/publishing.ts'
import { QuestionFile } from '../../services/backend/instructions/questions.ts'
import type { Ordering } from '../../services/backend/orders/parts.ts'
import { readOptions } from './options.ts'

const publishUsage = 'instructions publish <slug> <file.json> [--retake now|YYYY-MM-DD | --diff]'
export const instructionsUsage = `instructions list | ${publishUsage} | instructions evidence [--csv]`

/**
 * Publishes a version of a safety instruction, and lists the evidence for the safety officer.
 * @returns what was done, and the evidence as a file, which the caller writes: this may run in the server
 * @throws Error that says what is wrong
 */
export async function runInstructions(args: string[], parts: Ordering, stories: InstructionStories) {
  const [action, ...rest] = args
  if (action === 'list' && rest.length === 0) return listed(parts)
  if (action === 'publish') return publish(rest, parts, stories)
  if (action === 'evidence' && (rest.length === 0 || rest.join() === '--csv'))
    return rest.length === 0 ? evidenceList(parts) : evidenceFile(parts)
  throw new Error(`Usage: ${instructionsUsage}`)
}

async function listed({ db, siteUrl }: Ordering): Promise<string> {
  const lines = (await latestVersions(db)).map(({ slug, number, training, questions, passPercent }) =>
    [
      `${siteUrl}/instruction/${slug}`,
      `version ${number}`,
      `training ${training}`,
      `${questions.length} questions`,
      `${passPercent} %`,
    ].join('\t'),
  )
  return lines.length > 0 ? lines.join('\n') : 'There are no instructions.'
}

async function publish(args: string[], parts: Ordering, stories: InstructionStories): Promise<string> {
  const isDiff = args.includes('--diff')
  const options = readOptions(
    args.filter((arg) => arg !== '--diff'),
    isDiff ? [] : ['retake'],
  )
  const [slug, path, ...more] = options?.words ?? []
  const retake = retakeIn(options?.values['retake'])
  if (!InstructionSlug.safeParse(slug).success || !slug || !path || more.length > 0 || retake === null)
    throw new Error(`Usage: ${publishUsage}`)
  const file = QuestionFile.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (!file.success) throw new Error(z.prettifyError(file.error))
  if (isDiff)
    return differenceText(await compareInstruction({ ...parts, stories }, { slug, file: file.data }))
  const { number, isNew } = await publishInstruction({ ...parts, stories }, { slug, file: file.data, retake })
  if (!isNew) return `Version ${number} says the same already: nothing is published.`
  const older =
    retake === 'at_renewal'
      ? 'What members have passed counts until it ends.'
      : `What members have passed before ends ${retake === 'now' ? 'today' : `on ${retake.by}`} at the latest.`
  return `Version ${number} is at ${parts.siteUrl}/instruction/${slug}. ${older}`
}

function differenceText({ added, changed, removed }: Difference): string {
  const lines = [
    ...added.map((name) => `+ ${name}`),
    ...changed.map((name) => `~ ${name}`),
    ...removed.map((name) => `- ${name}`),
  ]
  return lines.length > 0 ? lines.join('\n') : 'Nothing would change.'
}

/** @returns null for what is none */
function retakeIn(option: string | undefined): Retake | null {
  if (option === undefined) return 'at_renewal'
  if (option === 'now') return 'now'
  const by = z.iso.date().safeParse(option)
  return by.success ? { by: by.data } : null
}

async function rowsOf({ db, connector }: Ordering) {
  const [space] = await connector.spaces()
  return (await evidence(db)).map(({ name, slug, number, hash, locale, percent, endedAt }) => ({
    name,
    slug,
    number,
    hash,
    locale,
    percent: percent ?? 0,
    at: endedAt ? toLocal(endedAt, space?.timezone ?? 'UTC') : '',
  }))
}

async function evidenceList(parts: Ordering): Promise<string> {
  const lines = (await rowsOf(parts)).map(({ at, name, slug, number, hash, locale, percent }) =>
    [at.replace('T', ' '), name, `${slug} version ${number}`, hash.slice(0, 12), locale, `${percent} %`].join(
      '\t',
    ),
  )
  return lines.length > 0 ? lines.join('\n') : 'Nobody has passed an instruction here.'
}

async function evidenceFile(parts: Ordering) {
  const rows = await rowsOf(parts)
  const captions = ['name', 'instruction', 'version', 'hash', 'language', 'percent', 'time']
  const lines = rows.map((row) => [
    row.name,
    row.slug,
    row.number,
    row.hash,
    row.locale,
    row.percent,
    row.at.replace('T', ' '),
  ])
  const path = `instruction-evidence-${parts.clock().toISOString().slice(0, 10)}.csv`
  const output = `${rows.length} ${rows.length === 1 ? 'passed attempt is' : 'passed attempts are'} in ${path}.`
  return { output, file: { path, text: csvTable([captions, ...lines]), encoding: 'utf8' as const } }
}
