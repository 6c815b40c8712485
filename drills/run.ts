// npm run drill [-- DRILL …] [--short] [--gb SIZE] [--minutes NUMBER]: injects faults into servers and databases of its own, checks the data
// afterwards, and writes the figures into drills/README.md. The drills are server-kills, postgres-kills, booking-race, mixed-faults, guesses,
// reminders, slots, series, revoke, uploads, message-sockets, offline-devices, e-invoices, invoice-numbers, invoice-pdf, job-flood, assistant-off,
// calendar-servers, restore-moment, backup-kills, backup-size, backup-year, image, proxies, service, bucket, nodes, failover, calls, erasure
// and retention.
import { parseArgs } from 'node:util'
import { missingCalendarServers } from '../apps/server/src/testing/calendar/servers.ts'
import { writeSection } from '../bench/readme.ts'
import { assistantOffDrill } from './assistant-off.ts'
import { backupKillsDrill } from './backup-kills.ts'
import { backupSizeDrill } from './backup-size.ts'
import { backupYearDrill } from './backup-year.ts'
import { bookingRaceDrill } from './booking-race.ts'
import { bucketDrill } from './bucket.ts'
import { calendarServersDrill } from './calendar-servers.ts'
import { callsDrill, missingNetworkPrograms } from './calls.ts'
import { eInvoicesDrill } from './e-invoices.ts'
import { erasureDrill } from './erasure.ts'
import { failoverDrill } from './failover.ts'
import { passwordGuessesDrill } from './guesses.ts'
import { missingCephPrograms } from './ceph.ts'
import { imageDrill, missingImageBuilders } from './image.ts'
import { invoiceNumbersDrill } from './invoice-numbers.ts'
import { invoicePdfDrill, missingPdfTools } from './invoice-pdf.ts'
import { jobFloodDrill } from './job-flood.ts'
import { messageSocketsDrill } from './message-sockets.ts'
import { mixedFaultsDrill } from './mixed.ts'
import { nodesDrill } from './nodes.ts'
import { missingBalancer } from './programs.ts'
import { offlineDevicesDrill } from './offline-devices.ts'
import type { DrillOptions, DrillOutcome } from './outcome.ts'
import { postgresKillsDrill } from './postgres-kills.ts'
import { missingProxies, proxiesDrill } from './proxies.ts'
import { remindersDrill } from './reminders.ts'
import { restoreMomentDrill } from './restore-moment.ts'
import { retentionDrill } from './retention.ts'
import { revokeDrill } from './revoke.ts'
import { seriesDrill } from './series.ts'
import { serverKillsDrill } from './server-kills.ts'
import { missingServicePrograms, serviceDrill } from './service.ts'
import { slotsDrill } from './slots.ts'
import { uploadsDrill } from './uploads.ts'

const drills: Record<
  string,
  (short: boolean, say: (line: string) => void, options: DrillOptions) => Promise<DrillOutcome>
> = {
  'server-kills': serverKillsDrill,
  'postgres-kills': postgresKillsDrill,
  'booking-race': bookingRaceDrill,
  'mixed-faults': mixedFaultsDrill,
  guesses: passwordGuessesDrill,
  reminders: remindersDrill,
  slots: slotsDrill,
  series: seriesDrill,
  revoke: revokeDrill,
  uploads: uploadsDrill,
  'message-sockets': messageSocketsDrill,
  'offline-devices': offlineDevicesDrill,
  'e-invoices': eInvoicesDrill,
  'invoice-numbers': invoiceNumbersDrill,
  'invoice-pdf': invoicePdfDrill,
  'job-flood': jobFloodDrill,
  'assistant-off': assistantOffDrill,
  'calendar-servers': calendarServersDrill,
  'restore-moment': restoreMomentDrill,
  'backup-kills': backupKillsDrill,
  'backup-size': backupSizeDrill,
  'backup-year': backupYearDrill,
  image: imageDrill,
  proxies: proxiesDrill,
  service: serviceDrill,
  bucket: bucketDrill,
  nodes: nodesDrill,
  failover: failoverDrill,
  calls: callsDrill,
  erasure: erasureDrill,
  retention: retentionDrill,
}
/**
 * Whether a drill that was not selected by name can run here. The official rules of e-invoices are in no package, and the programs that read PDFs,
 * the calendar servers and the programs that build an image are not part of the product. A drill without an entry runs everywhere.
 */
const requirements: Record<string, () => boolean> = {
  'e-invoices': () => process.env.ATTUNE_EN16931_RULES !== undefined,
  'assistant-off': () => process.platform === 'linux',
  'calendar-servers': () => missingCalendarServers().length === 0,
  'invoice-pdf': () => missingPdfTools().length === 0,
  image: () => process.geteuid?.() === 0 && missingImageBuilders().length === 0,
  proxies: () => process.geteuid?.() === 0 && missingProxies().length === 0,
  bucket: () => process.geteuid?.() === 0 && missingCephPrograms().length === 0,
  nodes: () => missingBalancer().length === 0,
  failover: () => missingBalancer().length === 0,
  calls: () => process.geteuid?.() === 0 && missingNetworkPrograms().length === 0,
  service: () => process.geteuid?.() === 0 && missingServicePrograms().length === 0,
}
const canRun = (name: string) => requirements[name]?.() ?? true

const { values, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false }, gb: { type: 'string' }, minutes: { type: 'string' } },
})
const { short } = values
const options: DrillOptions = {
  ...(values.gb !== undefined && { gb: Number(values.gb) }),
  ...(values.minutes !== undefined && { minutes: Number(values.minutes) }),
}
const unknown = chosen.filter((name) => !drills[name])
if (unknown.length) {
  console.error(`There is no drill ${unknown.join(', ')}; there are ${Object.keys(drills).join(', ')}.`)
  process.exit(1)
}

let failed = 0
for (const [name, drill] of Object.entries(drills)) {
  if (chosen.length ? !chosen.includes(name) : !canRun(name)) continue
  console.log(`${name} …`)
  const begun = performance.now()
  const { passed, figures } = await drill(short, (line) => console.log(`  ${line}`), options)
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
