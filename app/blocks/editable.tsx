import type { ReactNode } from 'react'

/**
 * Marks a block for the Visual Editor, which finds it by these attributes. Only drafts carry the comment that says which
 * block it is (`<!--#storyblok#{…}-->`); without it nothing is added.
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
