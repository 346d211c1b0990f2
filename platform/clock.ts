/** Gives the present instant. Passed as an argument everywhere, so that tests decide what time it is. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()
