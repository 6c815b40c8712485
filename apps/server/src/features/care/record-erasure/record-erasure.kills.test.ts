import { runs } from '@attune/contract/common/runs.testing'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { hashOfErased, readLedger } from '../../../platform/erasures/ledger.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import { addFullRecord, tablesWith } from './record-erasure.testing.ts'

const app = await startSharedApp({ worker: false })
const secretsDir = mkdtempSync(join(tmpdir(), 'attune-erasing-'))
writeFileSync(join(secretsDir, 'secrets.json'), JSON.stringify(app.secrets), { mode: 0o600 })
afterAll(() => rmSync(secretsDir, { recursive: true }))
const kills = runs(2, 10)

/** Starts a process that erases all records of a therapist. */
function startErasing(therapistId: string): ChildProcess & { erased: string[] } {
  const program = join(import.meta.dirname, 'erase-all.testing.ts')
  const child = spawn(process.execPath, [program, app.databaseUrl, secretsDir, therapistId, 'killed'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const erased: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => erased.push(line))
  return Object.assign(child, { erased })
}

test('a process that is killed while it erases records leaves each record whole or erased, and the next one goes on @slow', async () => {
  const therapist = await app.person('therapist')
  const ids: string[] = []
  for (let n = 0; n < 10 * kills; n++) {
    const { clientId } = await addFullRecord(app, therapist, `killed${n}x`, { sessions: 2, messages: 3 })
    ids.push(clientId)
  }
  for (let kill = 0; kill < kills; kill++) {
    const child = startErasing(therapist.accountId)
    await expect.poll(() => child.erased.length, { interval: 5 }).toBeGreaterThan(1)
    await pause(randomInt(0, 60))
    child.kill('SIGKILL')
    await once(child, 'exit')
    const whole = await queryAsRole<{ sessions: number; messages: number }>(
      'backup',
      app.databaseUrl,
      `select (select count(*)::int from app.session_client s where s.client_id = c.id) as sessions,
        (select count(*)::int from app.message m where m.client_id = c.id) as messages from app.client c`,
    )
    for (const record of whole) expect(record).toEqual({ sessions: 2, messages: 3 })
  }
  const last = startErasing(therapist.accountId)
  expect(await once(last, 'exit')).toEqual([0, null])

  expect(await tablesWith(app, 'killed')).toEqual({})
  const audited = await queryAsRole<{ id: string }>(
    'backup',
    app.databaseUrl,
    `select thing_id as id from app.audit where action = 'erase' and thing = 'record'`,
  )
  expect(audited.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  const ledger = readLedger(secretsDir)?.erased
  for (const id of ids)
    expect(ledger?.get(hashOfErased(app.secrets, { kind: 'record', id }))?.state).toMatch(/^(begun|done)$/)
})
