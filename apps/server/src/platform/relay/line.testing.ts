import type { Forward } from './turn-state.ts'

/** The longest time in milliseconds for which packets wait for their turn on a narrow line. Later ones are dropped, as a router does. */
const mostWaiting = 500

/**
 * A line with faults that a test changes at any time. Give `forward` to `openRelay`, and let the browsers use only the relay: then each packet of the
 * call passes here. `loss` is the share of packets that are dropped, in a fixed sequence; `delay` is added in each direction, in milliseconds.
 */
export function openTestLine() {
  const line = { loss: 0, delay: 0, bitsPerSecond: Infinity, isCut: false, passed: 0, dropped: 0 }
  const nextShare = openShares()
  /** The time at which the last packet of each sender has left, in milliseconds. */
  const busyUntil = new Map<string, number>()

  const forward: Forward = (send, bytes, { call, person }) => {
    const sender = `${call}.${person}`
    const now = performance.now()
    const leaves = Math.max(now, busyUntil.get(sender) ?? 0) + (bytes * 8_000) / line.bitsPerSecond
    if (line.isCut || nextShare() < line.loss || leaves - now > mostWaiting) return void line.dropped++
    busyUntil.set(sender, leaves)
    line.passed++
    const wait = leaves - now + line.delay
    // A packet that waits is cut too, as on a real line.
    if (wait < 1) send()
    else setTimeout(() => line.isCut || send(), wait)
  }
  return Object.assign(line, { forward })
}

/** Numbers from 0 to 1 that look random and are the same in each run. */
function openShares(): () => number {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
