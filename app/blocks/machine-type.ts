/** Returns the anchor of a machine type in the overview. */
export function machineTypeAnchor(machineType: string): string {
  return `type-${machineType.replace(/[^\w-]+/g, '-')}`
}
