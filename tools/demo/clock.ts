import type { Clock } from '../../apps/server/src/platform/clock.ts'

/**
 * A period of the run. From the real instant `from` on, the demo clock is ahead of the real time by `shift` milliseconds; a negative value means
 * behind.
 */
type Passage = { from: number; shift: number }

/** The clock of the demo practice. It jumps from one event of the history to the next and ends at the present. */
export type StoryClock = Clock & {
  /** Sets the clock, which then runs at normal speed. */
  set(at: Date): void
  /** Ends the history: the clock shows the present again. */
  toPresent(): void
  /**
   * Runs a step at the present time, for parts of the product that do not use the clock. The step still belongs to the time that was set:
   * `passages` is unchanged.
   */
  inPresent<T>(step: () => Promise<T>): Promise<T>
  passages: readonly Passage[]
}

/** Returns a clock that shows the present until it is set. `ahead` is the difference between the present and the real time, in milliseconds. */
export function openStoryClock(ahead = 0): StoryClock {
  const passages: Passage[] = [{ from: Date.now(), shift: ahead }]
  let isPresent = false
  const turn = (shift: number) => void passages.push({ from: Date.now(), shift })
  return {
    passages,
    now: () => new Date(Date.now() + (isPresent ? ahead : (passages.at(-1)?.shift ?? 0))),
    set: (at) => turn(at.getTime() - Date.now()),
    toPresent: () => turn(ahead),
    async inPresent(step) {
      isPresent = true
      try {
        return await step()
      } finally {
        isPresent = false
      }
    },
  }
}
