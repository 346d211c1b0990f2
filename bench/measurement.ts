/** One figure of a measurement. */
export interface Row {
  measurement: string
  value: number
  unit: string
}

/** Registers what to undo when the measurement ends. */
export type OnEnd = (undo: () => unknown) => void

export type Measurement = (onEnd: OnEnd) => Promise<Row[]>

/** Runs a measurement and then undoes what it registered, last first, also when it throws. */
export async function run(measurement: Measurement): Promise<Row[]> {
  const undos: (() => unknown)[] = []
  try {
    return await measurement((undo) => undos.push(undo))
  } finally {
    // Each undo runs even when another one fails.
    for (const undo of undos.toReversed()) {
      await Promise.resolve()
        .then(undo)
        .catch((error: unknown) => console.error('Not undone:', error))
    }
  }
}
