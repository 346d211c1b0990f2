import type { Audience, Link as StoryLink } from '../../contracts/blocks.ts'
import { SafeLink } from './safe-link.tsx'

interface ActionProps {
  label: string
  link: StoryLink
  variant?: Audience
  quiet?: boolean
}

/** A button that leads somewhere; nothing without a label or a target. */
export function Action({ label, link, variant, quiet = false }: ActionProps) {
  if (!label || !link) return null
  const className = ['button', variant, quiet && 'quiet'].filter(Boolean).join(' ')
  return (
    <SafeLink className={className} href={link.href} target={link.target}>
      {label}
    </SafeLink>
  )
}
