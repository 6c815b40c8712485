import type { Clock } from '../platform/clock.ts'

export type TestClock = Clock & {
  /** Advances the clock; 15 minutes are `clock.advance(15 * 60_000)`. */
  advance(milliseconds: number): void
}

/** A clock that shows the real time plus what the test has added. */
export function openClock(): TestClock {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (milliseconds) => {
      ahead += milliseconds
    },
  }
}
