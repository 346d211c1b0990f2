import type { MeasuredProcess } from './process.ts'

export const connections = 10

/**
 * Sends a fixed number of requests, ten at once, and returns the processor time of the server per request in
 * milliseconds. The speed of the sender does not matter.
 * @param send sends one request on a connection (0 to 9) and waits for the response
 */
export async function costPerRequest(
  server: MeasuredProcess,
  requests: number,
  send: (connection: number) => Promise<unknown>,
): Promise<number> {
  const before = await server.cpuMs()
  let left = requests
  const sendOn = async (connection: number) => {
    while (left-- > 0) await send(connection)
  }
  await Promise.all(Array.from({ length: connections }, (_, connection) => sendOn(connection)))
  return ((await server.cpuMs()) - before) / requests
}

/** Measures several servers in turn, after a round that only warms up; returns the figures of each. */
export async function interleave(rounds: number, measures: (() => Promise<number>)[]): Promise<number[][]> {
  const figures = measures.map(() => [] as number[])
  for (let round = 0; round <= rounds; round++) {
    for (const [index, measure] of measures.entries()) {
      const figure = await measure()
      if (round > 0) figures[index]?.push(figure)
    }
  }
  return figures
}

/** Returns the quotients of two lists, pair by pair. */
export function ratios(numerators: number[], denominators: number[]): number[] {
  return numerators.map((value, index) => value / (denominators[index] ?? Number.NaN))
}
