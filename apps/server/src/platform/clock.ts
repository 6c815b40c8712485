/** The clock of the server; tests use one that they can advance. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
