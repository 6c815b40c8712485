/** The one clock of the server; a test moves its own. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
