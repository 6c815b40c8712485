import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { hashOfErased, readLedger } from '../apps/server/src/platform/erasures/ledger.ts'
import { writeAsOwner } from '../apps/server/src/testing/practice.ts'
import { connectDatabase, createDrillContext, type DrillContext } from './context.ts'
import { type DrillLoad, startDrillLoad } from './load.ts'
import type { DrillOutcome } from './outcome.ts'
import { fillEndedRecords, endedName } from './retention.fill.ts'

const program = join(import.meta.dirname, '../apps/server/src/features/care/record-erasure/erase-all.testing.ts')

/**
 * A process erases the records of one therapist while eight pairs work, among them that therapist. It is killed at random moments, and started again.
 * Control: a record that was not erased is found by the same checks.
 */
export async function retentionDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const [records, kills] = short ? [60, 3] : [1000, 10]
  const context = await createDrillContext(8)
  try {
    const product = await context.start()
    const db = await connectDatabase(context.url())
    const therapistId = context.pairs[0]?.therapistId ?? ''
    const ids = await fillEndedRecords(db, therapistId, records)
    const control = await checkErased(db, context, ids)
    say(`${records} records are in the database`)
    const load = startDrillLoad(context, () => product.address, { pauseMilliseconds: 20 })
    const before = await longestBefore(load)
    say(`the longest call before the erasure took ${before.toFixed(0)} ms`)
    const erasing = await eraseWithKills(context, therapistId, { kills, records, say })
    await load.stop()
    const verdict = await checkErased(db, context, ids)
    await db.end()
    await product.stop()
    const faults = [...load.answers].reduce(
      (sum, [status, count]) => sum + (status >= 500 || status === 0 ? count : 0),
      0,
    )
    return {
      passed:
        verdict.left + verdict.auditedTwice + verdict.notInLedger === 0 &&
        verdict.audited === records &&
        control.left > 0 &&
        faults === 0 &&
        load.longest <= 500 &&
        erasing.growth <= 50,
      figures: {
        'records, each with 10 sessions, 20 messages and 2 documents': records,
        kills,
        'rows of records that are left': verdict.left,
        'records that were erased twice': verdict.auditedTwice,
        'erased records that the list of erasures lacks': verdict.notInLedger,
        'records per second': (records / erasing.seconds).toFixed(1),
        'longest other call before the erasure': `${before.toFixed(0)} ms`,
        'longest other call meanwhile (≤ 500 ms)': `${load.longest.toFixed(0)} ms (${load.longestCall})`,
        'other calls without an answer, or 5xx': faults,
        'growth of the memory of the last process (≤ 50 MB)': `${erasing.growth.toFixed(0)} MB`,
        'control: rows that the check found before': control.left,
      },
    }
  } finally {
    await context.close()
  }
}

/** Lets the pairs make 200 calls, so that the server has run the code of each call. Returns the longest time of the next 200 calls, and resets it. */
async function longestBefore(load: DrillLoad): Promise<number> {
  const made = () => [...load.answers.values()].reduce((sum, count) => sum + count, 0)
  while (made() < 200) await pause(20)
  load.longest = 0
  while (made() < 400) await pause(20)
  const { longest } = load
  load.longest = 0
  return longest
}

/**
 * Starts the erasing process `kills` times and kills it each time, then lets a last process erase the remaining records. Returns the total time in
 * seconds, and the growth of the last process in megabytes.
 */
async function eraseWithKills(
  context: DrillContext,
  therapistId: string,
  { kills, records, say }: { kills: number; records: number; say: (line: string) => void },
) {
  const begun = performance.now()
  for (let kill = 1; kill <= kills; kill++) {
    const process = startErasing(context, therapistId)
    const most = Math.floor((records * 0.7) / kills)
    while (process.erased() < most && process.child.exitCode === null) await pause(5)
    await pause(randomInt(0, 300))
    process.child.kill('SIGKILL')
    await once(process.child, 'exit')
    say(`kill ${kill}: ${process.erased()} records`)
  }
  const last = startErasing(context, therapistId)
  const sizes: number[] = []
  const watch = setInterval(() => sizes.push(megabytesOf(last.child.pid ?? 0)), 500)
  const [code] = await once(last.child, 'exit')
  clearInterval(watch)
  if (code !== 0) throw new Error(`the erasure ended with ${code}`)
  const known = sizes.filter((size) => size > 0).slice(2)
  return { seconds: (performance.now() - begun) / 1000, growth: Math.max(0, ...known) - (known[0] ?? 0) }
}

function startErasing({ url, dataDir }: DrillContext, therapistId: string) {
  const child = spawn(process.execPath, [program, url(), join(dataDir, 'secrets'), therapistId, endedName], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let erased = 0
  createInterface({ input: child.stdout }).on('line', () => erased++)
  return { child, erased: () => erased }
}

function megabytesOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Counts the rows of the records in their tables, the audit lines, and the records that the ledger lacks. */
async function checkErased(db: pg.Client, { dataDir, secrets }: DrillContext, ids: readonly string[]) {
  const counts: number[] = []
  const audits: { id: string; number: number }[] = []
  await writeAsOwner(db, async () => {
    for (const table of [
      'client',
      'session_client',
      'session_note',
      'message',
      'document',
      'client_event',
      'search_text',
    ]) {
      const column = table === 'client' ? 'id' : 'client_id'
      const { rows } = await db.query<{ number: number }>(
        `select count(*)::int as number from app.${table} where ${column} = any ($1)`,
        [ids],
      )
      counts.push(rows[0]?.number ?? 0)
    }
    const { rows } = await db.query<{ id: string; number: number }>(
      `select thing_id as id, count(*)::int as number from app.audit where action = 'erase' and thing_id = any ($1::uuid[]) group by thing_id`,
      [ids],
    )
    audits.push(...rows)
  })
  const ledger = readLedger(join(dataDir, 'secrets'))?.erased
  const isMissing = (id: string) => {
    const state = ledger?.get(hashOfErased(secrets, { kind: 'record', id }))?.state
    return state !== 'done' && state !== 'begun'
  }
  return {
    left: counts.reduce((sum, count) => sum + count, 0),
    audited: audits.length,
    auditedTwice: audits.filter(({ number }) => number > 1).length,
    notInLedger: audits.filter(({ id }) => isMissing(id)).length,
  }
}
