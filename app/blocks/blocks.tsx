import type { ComponentType } from 'react'
import type { Block, BlockTypes } from '../../contracts/blocks.ts'
import { CardsWrapper } from './cards-wrapper.tsx'
import { ContentEngagement } from './content-engagement.tsx'
import { ContentTeaser } from './content-teaser.tsx'
import { Editable } from './editable.tsx'
import { Faq } from './faq.tsx'
import { Faqs } from './faqs.tsx'
import { Feature } from './feature.tsx'
import { FeatureBanner } from './feature-banner.tsx'
import { Hero } from './hero.tsx'
import { ImageBlock } from './image.tsx'
import { Intro } from './intro.tsx'
import { MachineCategoryCard } from './machine-category-card.tsx'
import { MachineDetails } from './machine-details.tsx'
import { Machines } from './machines.tsx'
import { Memberships } from './memberships.tsx'
import { Nest } from './nesting.tsx'
import { OrientationCard } from './orientation-card.tsx'
import { Preview } from './preview.tsx'
import { SectionHeaders } from './section-headers.tsx'
import { Teaser } from './teaser.tsx'
import { TextBlock } from './text.tsx'
import { Ticker } from './ticker.tsx'
import { warnOnce } from './warn-once.ts'
import { WorkshopDetails } from './workshop-details.tsx'
import { Workshops } from './workshops.tsx'
import { Wow } from './wow.tsx'

/** The component of each block; a block of the contract without one does not compile. */
export const registry: { [K in keyof BlockTypes]: ComponentType<{ block: BlockTypes[K] }> } = {
  hero: Hero,
  intro: Intro,
  'section-headers': SectionHeaders,
  text: TextBlock,
  'cards-wrapper': CardsWrapper,
  'orientation-card': OrientationCard,
  'machine-category-card': MachineCategoryCard,
  machines: Machines,
  'machine-details': MachineDetails,
  faqs: Faqs,
  faq: Faq,
  ticker: Ticker,
  image: ImageBlock,
  'content-engagement': ContentEngagement,
  'content-teaser': ContentTeaser,
  feature: Feature,
  'feature-banner': FeatureBanner,
  teaser: Teaser,
  preview: Preview,
  memberships: Memberships,
  workshops: Workshops,
  'workshop-details': WorkshopDetails,
  wow: Wow,
}

/** Renders blocks in order; an unknown one is left out, with one warning per name. */
export function BlockList({ blocks }: { blocks: Block[] }) {
  return (
    <Nest draw={BlockList}>
      {blocks.map((block, index) => {
        const Component = componentOf(block.component)
        return (
          Component && (
            <Editable
              key={`${index} ${block._uid}`}
              comment={'_editable' in block ? block._editable : undefined}
            >
              <Component block={block} />
            </Editable>
          )
        )
      })}
    </Nest>
  )
}

function componentOf(name: string): ComponentType<{ block: Block }> | null {
  // The component with this name takes exactly this block; the type of a lookup cannot express that.
  if (Object.hasOwn(registry, name)) {
    return registry[name as keyof BlockTypes] as ComponentType<{ block: Block }>
  }
  warnOnce('block', name)
  return null
}
