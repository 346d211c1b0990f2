import type { ReactNode } from 'react'

/**
 * Adds the attributes by which the Visual Editor finds a block. They come from a comment (`<!--#storyblok#{…}-->`) that
 * only drafts carry; without it nothing is added.
 */
export function Editable({ comment, children }: { comment: string | undefined; children: ReactNode }) {
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
