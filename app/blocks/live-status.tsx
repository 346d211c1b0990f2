import { useLiveEquipment } from './live-equipment.ts'

/** One line: free, taken until …; its place is kept while it is not known. */
export function LiveStatus({ resource }: { resource: number | null }) {
  const live = useLiveEquipment()
  if (resource === null) return null
  const machine = Array.isArray(live) ? live.find(({ id }) => id === resource) : undefined
  return (
    <p className="live-status" data-state={machine?.state}>
      {machine?.status}
    </p>
  )
}
