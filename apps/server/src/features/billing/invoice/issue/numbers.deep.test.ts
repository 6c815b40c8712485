import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionOptions } from '../../../../platform/database/pools.ts'
import { createTestApp, type TestApp } from '../../../../testing/app.ts'
import {
  failAfterNumbers,
  judgeNumbers,
  type NumberedTherapist,
  readNumbers,
  startNumberLoad,
  unnoticedNumberFaults,
} from '../../../../testing/faults/invoice-numbers.ts'
import { addPayingClient, draftInvoice, openPractice } from '../../../../testing/records/invoices.ts'

const seconds = 60
const connections = 40
/** The start of the year 2031 in Berlin, the zone of the practices. */
const midnight = Date.UTC(2030, 11, 31, 23)

let app: TestApp
let killer: pg.Client
beforeAll(async () => {
  app = await createTestApp({ worker: false, poolSize: connections, expectedErrors: ['a request failed'] })
  killer = new pg.Client(connectionOptions(app.databaseUrl, 'attune_login', app.secrets))
  await killer.connect()
  const installer = new pg.Client(app.databaseUrl)
  await installer.connect()
  await failAfterNumbers(installer)
  await installer.end()
}, 60_000)
afterAll(async () => {
  await killer.end()
  await app.close()
})

async function openTherapist(n: number): Promise<NumberedTherapist> {
  const therapist = await app.person('therapist', n)
  await openPractice(app, therapist)
  const { id } = await draftInvoice(therapist, await addPayingClient(app, therapist))
  return { accountId: therapist.accountId, draftId: id, browser: () => therapist }
}

test(
  'numbers have no gap, no double and no loss while transactions fail and connections are killed, over two years',
  async () => {
    // The year changes in the middle of the run.
    app.clock.advance(midnight - (seconds * 1000) / 2 - app.clock.now().getTime())
    const therapists = await Promise.all([1, 2, 3].map((n) => openTherapist(n)))
    const load = startNumberLoad(app.db, therapists, connections - 2)
    let kills = 0
    for (const until = Date.now() + seconds * 1000; Date.now() < until;) {
      await pause(3_000)
      const { rowCount } = await killer.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'attune_login'
           and pid <> pg_backend_pid() and state <> 'idle' order by random() limit 1`,
      )
      kills += rowCount ?? 0
    }
    await load.stop()
    const stored = await readNumbers(
      app.db,
      therapists.map(({ accountId }) => accountId),
    )
    expect(judgeNumbers(stored, load.ledger)).toEqual({ gaps: 0, duplicates: 0, lost: 0, falling: 0, ends: 0 })
    expect(load.changed).toBe(0)
    expect(unnoticedNumberFaults(stored, load.ledger)).toEqual([])
    for (const { series } of stored) expect(series.map(({ year }) => year)).toEqual([2030, 2031])
    expect(kills).toBeGreaterThan(3)
    expect(load.failures).toBeGreaterThan(10)
    expect(load.acknowledged()).toBeGreaterThan(200)
  },
  (seconds + 60) * 1000,
)
