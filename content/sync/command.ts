import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createManagement } from '../../clients/storyblok/management.ts'
import { componentsOf } from './components.ts'
import { pullContent, pushContent } from './move.ts'

export const contentUsage = 'content push|pull [--dry-run] [--force]'

interface Settings {
  spaceId: string | null
  management: { url: string; token: string | null }
}

/**
 * `npm run werkbank -- content push|pull`. Returns a report.
 * @throws Error when a setting is missing, Storyblok refuses, or a conflict remains
 */
export async function moveContent(args: string[], { spaceId, management }: Settings): Promise<string> {
  const [action, ...flags] = args
  const unknown = flags.find((flag) => flag !== '--dry-run' && flag !== '--force')
  if ((action !== 'push' && action !== 'pull') || unknown) throw new Error(`Usage: ${contentUsage}`)
  const { url, token } = management
  if (!spaceId || !token) {
    const missing = [
      !spaceId && 'STORYBLOK_SPACE_ID (the number of the space, in its settings)',
      !token && 'STORYBLOK_MANAGEMENT_TOKEN (a personal access token, made in your Storyblok account)',
    ]
    throw new Error(`Set ${missing.filter(Boolean).join(' and ')}.`)
  }
  // Imported here, because serving pages does not need the schema's package.
  const { schema } = await import('../schema/index.ts')
  const dryRun = flags.includes('--dry-run')
  const options = {
    folder: fileURLToPath(new URL('..', import.meta.url)),
    space: spaceId,
    management: createManagement({ url: url.replace(/\/+$/, ''), token, space: spaceId, fetch, wait }),
    own: componentsOf(schema.blocks),
    dryRun,
    force: flags.includes('--force'),
  }
  const report = action === 'push' ? await pushContent(options) : await pullContent(options)
  const text = report.text(headingOf(action, report.writes, dryRun))
  if (!report.ok) throw new Error(text)
  return text
}

function headingOf(action: 'push' | 'pull', writes: number, dryRun: boolean): string {
  if (writes === 0) return `There is nothing to ${action}.`
  if (dryRun) return 'Nothing is done (--dry-run). This would be:'
  return action === 'push' ? 'The space has the content folder.' : 'The content folder has the space.'
}
