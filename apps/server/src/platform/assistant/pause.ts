import type { Clock } from '../clock.ts'

/** After five failures within 10 s, the assistant pauses for 60 s [9.10]. */
const limits = { failures: 5, windowMilliseconds: 10_000, pauseMilliseconds: 60_000 }

/** Counts the failures of an endpoint in this process and decides when to pause. */
export function openPause(clock: Clock) {
  let failures: number[] = []
  let until: number | null = null
  return {
    /** Returns the end of the current pause; null if there is none. */
    until(): Date | null {
      return until !== null && until > clock.now().getTime() ? new Date(until) : null
    },
    failed() {
      const now = clock.now().getTime()
      failures = [...failures.filter((at) => now - at < limits.windowMilliseconds), now]
      if (failures.length < limits.failures) return
      until = now + limits.pauseMilliseconds
      failures = []
    },
    succeeded() {
      failures = []
    },
  }
}
