/** The place that a check-in code belongs to. */
export interface Desk {
  machine: { id: number; name: string }
  /** Now, as wall-clock time of the space. */
  wallClock: string
}
