import type { SpaceStory } from '../clients/management-answers.ts'
import type { Management } from '../clients/storyblok-management.ts'
import type { StoryFile } from '../contracts/story-file.ts'
import { type ContentFolder, parentOf } from './folder.ts'
import type { Report } from './report.ts'
import { pathOf, slugsToChange } from './space-tree.ts'

interface Push {
  local: ContentFolder
  management: Management
  report: Report
}

/** Makes the folders that the files' paths imply, with the translated slugs in the stories' addresses. Gives their ids. */
export async function pushFolders(
  paths: Set<string>,
  inSpace: SpaceStory[],
  { local, management, report }: Push,
): Promise<Map<string, number>> {
  const stories = local.stories.map(({ path, value }) => ({ path, value }))
  const existing = new Map(
    inSpace.filter((story) => story.is_folder).map((folder) => [pathOf(folder), folder]),
  )
  const ids = new Map<string, number>()
  for (const path of paths) {
    const translated_slugs = folderTranslations(path, stories)
    const there = existing.get(path)
    if (there) {
      ids.set(path, there.id)
      const full = await management.story(there.id)
      const slugs = slugsToChange({ translated_slugs }, full)
      if (slugs.length > 0) {
        const body = { name: there.name, slug: there.slug, translated_slugs_attributes: slugs }
        await management.updateStory(there.id, body, false)
        report.changed('Folders', path)
      } else report.unchanged('Folders')
      continue
    }
    const start = stories.find((story) => story.path === path)?.value
    const slug = path.split('/').at(-1) ?? path
    const made = await management.createStory({
      name: start?.name ?? slug,
      slug,
      is_folder: true,
      parent_id: ids.get(parentOf(path)) ?? 0,
      position: start?.position ?? 0,
      translated_slugs_attributes: translated_slugs.map(({ lang, path, name }) => ({
        lang,
        slug: path,
        name,
      })),
    })
    ids.set(path, made.id)
    report.created('Folders', path)
  }
  for (const [path] of existing) if (!paths.has(path)) report.alone(`folder ${path}`)
  noteOtherAddresses(stories, report)
  return ids
}

type Story = { path: string; value: StoryFile }

/** A folder has no file: its slug in a language is the part at its place in its start page's address, else its stories'. */
function folderTranslations(folder: string, stories: Story[]) {
  const depth = folder.split('/').length
  const inside = stories.filter(({ path }) => path === folder || path.startsWith(`${folder}/`))
  const start = inside.find(({ path, value }) => path === folder && value.is_startpage)
  const slugs = [...(start ? [start] : []), ...inside].flatMap(({ path, value }) =>
    value.translated_slugs.flatMap(({ lang, path: address, name }) => {
      const parts = address.split('/')
      const isDeepEnough = path === folder ? parts.length === depth : parts.length > depth
      const slug = parts[depth - 1]
      return isDeepEnough && slug ? [{ lang, path: slug, name: path === folder ? name : null }] : []
    }),
  )
  return [...new Map(slugs.toReversed().map((slug) => [slug.lang, slug])).values()]
}

function noteOtherAddresses(stories: Story[], report: Report): void {
  for (const { path, value } of stories) {
    for (const { lang, path: address } of value.translated_slugs) {
      const parents = path.split('/').slice(0, -1)
      const folders = parents.map((slug, index) => {
        const folder = parents.slice(0, index + 1).join('/')
        return folderTranslations(folder, stories).find((one) => one.lang === lang)?.path ?? slug
      })
      const formed = [...folders, address.split('/').at(-1)].join('/')
      if (formed !== address)
        report.note(`story ${path}: Storyblok makes the ${lang} address ${formed}, not ${address}`)
    }
  }
}
