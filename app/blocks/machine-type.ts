/** The place of a machine type in the overview, for `#…` and `id`. */
export function machineTypeAnchor(machineType: string): string {
  return `type-${machineType.replace(/[^\w-]+/g, '-')}`
}
