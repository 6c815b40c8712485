import type { Clock } from '../platform/clock.ts'

export type TestClock = Clock & {
  /** Lets time pass: '15 minutes' is `clock.advance(15 * 60_000)`. */
  advance(milliseconds: number): void
}

/** The time of now, and whatever a test adds to it. */
export function openClock(): TestClock {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (milliseconds) => {
      ahead += milliseconds
    },
  }
}
