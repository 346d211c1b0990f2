import { LiveText } from './live-text.tsx'

/** One line with the live state: free, taken until …; it has its height before the state is known. */
export function LiveStatus({ resource }: { resource: number | null }) {
  if (resource === null) return null
  return (
    <p className="live-status">
      <LiveText of="equipment" id={resource} field="status" />
    </p>
  )
}
