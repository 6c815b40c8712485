/** The source of the current time. Tests use a clock that they can advance. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
