import type { Labels } from '../../contracts/label.ts'
import { entryOf } from './page-data.tsx'

/** Machines of one type, or those without a known type. */
interface MachineGroup<Machine> {
  /** Key of machine-types; '' = the others. */
  type: string
  label: string
  members: Machine[]
}

/**
 * Groups machines by type, in the order of the label group; those without a known type come last, as one group. No group
 * is empty.
 */
export function machineGroups<Machine extends { label: string }>(
  machines: Machine[],
  types: Labels,
  others: string,
): MachineGroup<Machine>[] {
  return [
    ...Object.entries(types).map(([type, label]) => ({
      type,
      label,
      members: machines.filter((machine) => machine.label === type),
    })),
    { type: '', label: others, members: machines.filter(({ label }) => !entryOf(types, label)) },
  ].filter(({ members }) => members.length > 0)
}
