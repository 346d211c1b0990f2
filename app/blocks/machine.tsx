import type { MachineContent } from '../../contracts/story.ts'
import { useTranslate } from '../i18n/messages.ts'
import { BlockList } from './blocks.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { MachineDetails } from './machine-details.tsx'
import { entryOf, usePageData } from './page-data.tsx'
import { Sheet } from './sheet.tsx'
import { StoryHead } from './story-head.tsx'
import { StoryResource } from './story-resource.ts'

/** The page of a machine: a drawing sheet with parts list and title block, then its other blocks. */
export function Machine({ content }: { content: MachineContent }) {
  const { title, summary, drawing, facts, machine_type, body, resource } = content
  const t = useTranslate()
  const { labels, index } = usePageData()
  const type = entryOf(labels['machine-types'], machine_type)
  const details = body.find((block) => block.component === 'machine-details' && 'resource' in block)
  return (
    <StoryResource value={resource}>
      <article className="story machine">
        <Breadcrumb steps={index} here={title} />
        <StoryHead title={title} summary={summary} />
        <Sheet
          drawing={drawing}
          facts={facts}
          rows={[
            { label: t('block_machine_name'), value: title },
            { label: t('block_machine_type'), value: type ?? t('block_pending') },
          ]}
        >
          <MachineDetails block={details ?? { component: 'machine-details', _uid: '', resource }} />
        </Sheet>
        {/* The sheet shows the details already. */}
        <BlockList blocks={body.filter(({ component }) => component !== 'machine-details')} />
      </article>
    </StoryResource>
  )
}
