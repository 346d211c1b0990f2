/** Returns the present instant. It is an argument everywhere, so that tests set the time. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()
