/** Returns the value in the middle: the upper one of two, NaN when there is none. */
export function median(values: number[]): number {
  return quantile(values, 0.5)
}

/** Returns the value below which this share of the values lies, NaN when there is none. */
export function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}
