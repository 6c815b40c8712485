// Runs the program that makes the PDFs of records in this process. Prints its CPU time in milliseconds, without its start, and its peak memory in
// megabytes to standard error.
import { writeSync } from 'node:fs'

let begun = process.cpuUsage()
process.on('exit', () => {
  const { user, system } = process.cpuUsage(begun)
  const figures = { cpu: (user + system) / 1000, megabytes: process.resourceUsage().maxRSS / 1024 }
  writeSync(2, JSON.stringify(figures))
})
await import('../apps/server/src/platform/pdf/entries-document.ts')
begun = process.cpuUsage()
await import('../apps/server/src/platform/pdf/entries-worker.ts')
