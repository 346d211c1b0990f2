import type { ComponentType } from 'react'
import type { Block, BlockTypes } from '../../contracts/blocks.ts'
import { CardsWrapper } from './cards-wrapper.tsx'
import { Faqs, FaqItem } from './faqs.tsx'
import { Hero } from './hero.tsx'
import { ImageFigure } from './image.tsx'
import { Intro } from './intro.tsx'
import { MachineCategoryCard } from './machine-category-card.tsx'
import { MachineDetails } from './machine-details.tsx'
import { Machines } from './machines.tsx'
import { OrientationCard } from './orientation-card.tsx'
import { SectionHeaders } from './section-headers.tsx'
import { Text } from './text.tsx'
import { Ticker } from './ticker.tsx'

/** One component per block of the story contract: a block without one does not compile. */
const registry: { [Name in keyof BlockTypes]: ComponentType<{ block: BlockTypes[Name] }> } = {
  hero: Hero,
  intro: Intro,
  'section-headers': SectionHeaders,
  text: Text,
  'cards-wrapper': CardsWrapper,
  'orientation-card': OrientationCard,
  'machine-category-card': MachineCategoryCard,
  machines: Machines,
  'machine-details': MachineDetails,
  faqs: Faqs,
  faq: FaqItem,
  ticker: Ticker,
  image: ImageFigure,
}

/** Draws blocks in order; one that this version does not know draws nothing and is warned of once. */
export function Blocks({ blocks }: { blocks: Block[] }) {
  return blocks.map((block, index) => {
    const Component = componentOf(block.component)
    return Component && <Component key={block._uid || index} block={block} />
  })
}

const warned = new Set<string>()

function componentOf(name: string): ComponentType<{ block: Block }> | null {
  if (Object.hasOwn(registry, name)) {
    return registry[name as keyof BlockTypes] as ComponentType<{ block: Block }>
  }
  if (!warned.has(name)) console.warn(`Unknown block: ${name}`)
  warned.add(name)
  return null
}
