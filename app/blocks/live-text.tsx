interface LiveTextProps {
  /** What is asked: a piece of equipment, or a date of a course. */
  of: 'equipment' | 'date'
  id: number
  /** Field of `LiveEquipment` or `LiveDate` (contracts/live.ts). */
  field: string
  /** What stands there until it is known, and where it can't be had. */
  children?: string
  /** `data-state` until it is known. */
  state?: string
}

/**
 * A text that changes by the minute. It is never part of a cached page: the script of the frame fills it
 * (app/delivery/page-script.ts), with `data-state` where what it is about has one.
 */
export function LiveText({ of, id, field, children, state }: LiveTextProps) {
  return (
    <span data-live={`${of} ${id} ${field}`} data-state={state}>
      {children}
    </span>
  )
}
