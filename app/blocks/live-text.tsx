interface LiveTextProps {
  /** Whether `id` is a piece of equipment or a date of a course. */
  of: 'equipment' | 'date'
  id: number
  /** Field of `LiveEquipment` or `LiveDate` (contracts/live.ts). */
  field: string
  /** Text until the value is known, and where it is unavailable. */
  children?: string
  /** `data-state` until the value is known. */
  state?: string
}

/**
 * A live text. It is never part of a cached page (T13): the page script fills it (app/delivery/page-script.ts), with
 * `data-state` for subjects that have a state.
 */
export function LiveText({ of, id, field, children, state }: LiveTextProps) {
  return (
    <span data-live={`${of} ${id} ${field}`} data-state={state}>
      {children}
    </span>
  )
}
