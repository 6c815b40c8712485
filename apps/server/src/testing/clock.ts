import type { Clock } from '../platform/clock.ts'

export type TestClock = Clock & {
  /** Advances the clock, for example by 15 minutes with `clock.advance(15 * 60_000)`. */
  advance(milliseconds: number): void
}

/** Returns a clock that shows the real time plus the total of all advances by the test. */
export function openClock(): TestClock {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (milliseconds) => {
      ahead += milliseconds
    },
  }
}
