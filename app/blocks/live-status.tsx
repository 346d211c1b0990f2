import { LiveText } from './live-text.tsx'

/** One line: free, taken until …; its place is kept while it is not known. */
export function LiveStatus({ resource }: { resource: number | null }) {
  if (resource === null) return null
  return (
    <p className="live-status">
      <LiveText of="equipment" id={resource} field="status" />
    </p>
  )
}
