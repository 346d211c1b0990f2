import type { ComponentType, ReactNode } from 'react'
import type { Block, BlockTypes } from '../../contracts/blocks.ts'
import { MachineCategoryCard, OrientationCard, Preview, Teaser } from './cards.tsx'
import { MachineDetails, WorkshopDetails } from './details.tsx'
import { Machines, Memberships, Workshops } from './lists.tsx'
import { Nest } from './nesting.tsx'
import * as sections from './sections.tsx'

/** The component of each block; a block of the contract without one does not compile. */
export const registry: { [K in keyof BlockTypes]: ComponentType<{ block: BlockTypes[K] }> } = {
  hero: sections.Hero,
  intro: sections.Intro,
  'section-headers': sections.SectionHeaders,
  text: sections.TextBlock,
  'instruction-section': sections.InstructionSection,
  'cards-wrapper': sections.CardsWrapper,
  'orientation-card': OrientationCard,
  'machine-category-card': MachineCategoryCard,
  machines: Machines,
  'machine-details': MachineDetails,
  faqs: sections.Faqs,
  faq: sections.Faq,
  ticker: sections.Ticker,
  image: sections.ImageBlock,
  'content-engagement': sections.ContentEngagement,
  'content-teaser': sections.ContentTeaser,
  feature: sections.Feature,
  'feature-banner': sections.FeatureBanner,
  teaser: Teaser,
  preview: Preview,
  memberships: Memberships,
  workshops: Workshops,
  'workshop-details': WorkshopDetails,
  wow: sections.Wow,
}

/** Renders blocks in order; an unknown one is left out, with one warning per name. */
export function BlockList({ blocks }: { blocks: Block[] }) {
  return (
    <Nest draw={BlockList}>
      {blocks.map((block, index) => {
        const Component = componentOf<{ block: Block }>(registry, 'block', block.component)
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

/** Returns the component with a name from a table of them; null for an unknown name, with one warning. */
export function componentOf<Props>(
  known: object,
  kind: 'block' | 'story',
  name: string,
): ComponentType<Props> | null {
  // The component with this name takes exactly these props; the type of a lookup cannot express that.
  if (Object.hasOwn(known, name)) return (known as Record<string, ComponentType<Props>>)[name] ?? null
  const missing = `${kind} "${name}"`
  if (!warned.has(missing)) console.warn(`No component for the ${missing}: it is not drawn.`)
  warned.add(missing)
  return null
}

const warned = new Set<string>()

/**
 * Adds the attributes by which the Visual Editor finds a block. They come from a comment (`<!--#storyblok#{…}-->`) that
 * only drafts carry; without it nothing is added.
 */
function Editable({ comment, children }: { comment: string | undefined; children: ReactNode }) {
  const json = /^<!--#storyblok#(\{.*\})-->$/s.exec(comment ?? '')?.[1]
  const marks = json && marksOf(json)
  if (!marks) return children
  return (
    <div data-blok-c={json} data-blok-uid={`${marks.id}-${marks.uid}`}>
      {children}
    </div>
  )
}

function marksOf(json: string): { id: string; uid: string } | null {
  try {
    return JSON.parse(json) as { id: string; uid: string }
  } catch {
    return null
  }
}
