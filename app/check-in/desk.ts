/** The place that a check-in code belongs to. */
export interface Desk {
  equipment: { id: number; name: string }
  /** Now, as wall-clock time of the space. */
  wallClock: string
}
