// npm run drill [-- server-kills|postgres-kills|booking-race|mixed-faults|reminders|slots|series|revoke|uploads …] [--short]: injects faults into servers and databases of
// its own, checks the data afterwards, and writes the figures into drills/README.md.
import { writeSection } from '../bench/readme.ts'
import { bookingRace } from './booking-race.ts'
import { guesses } from './guesses.ts'
import { mixed } from './mixed.ts'
import type { Outcome } from './outcome.ts'
import { postgresKills } from './postgres-kills.ts'
import { reminders } from './reminders.ts'
import { revoke } from './revoke.ts'
import { series } from './series.ts'
import { serverKills } from './server-kills.ts'
import { slots } from './slots.ts'
import { uploads } from './uploads.ts'

const drills: Record<string, (short: boolean, say: (line: string) => void) => Promise<Outcome>> = {
  'server-kills': serverKills,
  'postgres-kills': postgresKills,
  'booking-race': bookingRace,
  'mixed-faults': mixed,
  guesses,
  reminders,
  slots,
  series,
  revoke,
  uploads,
}
const args = process.argv.slice(2)
const chosen = args.filter((arg) => !arg.startsWith('--'))
const short = args.includes('--short')
const unknown = chosen.filter((name) => !drills[name])
if (unknown.length) {
  console.error(`There is no drill ${unknown.join(', ')}; there are ${Object.keys(drills).join(', ')}.`)
  process.exit(1)
}

let failed = 0
for (const [name, drill] of Object.entries(drills)) {
  if (chosen.length && !chosen.includes(name)) continue
  console.log(`${name} …`)
  const begun = performance.now()
  const { passed, figures } = await drill(short, (line) => console.log(`  ${line}`))
  if (!passed) failed++
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  const lines = Object.entries(figures).map(([what, value]) => `| ${what} | ${value} |`)
  const table = [
    `**${passed ? 'Passed' : 'Failed'}**, ${short ? 'short form, ' : ''}${seconds} s.`,
    '',
    '| | |',
    '| --- | --- |',
    ...lines,
  ].join('\n')
  console.log(`${table}\n`)
  writeSection(name, table, new URL('./README.md', import.meta.url))
}
process.exit(failed ? 1 : 0)
