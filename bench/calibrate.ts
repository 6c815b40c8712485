import { cpus, loadavg } from 'node:os'
import { median } from './load.ts'

/**
 * Runs a fixed loop, which takes about 100 ms on the reference machine. Its duration allows a comparison of figures
 * from different machines.
 */
export function calibrate(): string {
  const times = Array.from({ length: 7 }, () => {
    const begun = performance.now()
    runLoop()
    return performance.now() - begun
  })
  const machine = `${cpus().length} cores, Node ${process.versions.node}`
  return `Calibration: the fixed loop took ${median(times).toFixed(0)} ms (median of 7); ${machine}, load ${loadavg()[0]?.toFixed(1)} before the run.`
}

/**
 * Returns the processor time of the fixed loop in milliseconds, the median of 7. Other work on the machine affects this time less than the elapsed
 * time.
 */
export function measureLoopCpu(): number {
  const times = Array.from({ length: 7 }, () => {
    const before = process.cpuUsage()
    runLoop()
    return process.cpuUsage(before).user / 1000
  })
  return median(times)
}

function runLoop(): void {
  let sum = 0
  for (let i = 0; i < 12_000_000; i++) sum = (sum + i * i) % 1_000_003
  if (sum < 0) throw new Error('the sum overflowed')
}
