import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSharedApp } from '../../testing/app.ts'
import { newJournalEntry } from '../../testing/records/journal.ts'
import { copyErasures, scheduleErasureCopies } from './copy-erasures.ts'
import { addErasures, hashOfErased, readLedger, touchLedger } from './ledger.ts'
import { requireLedger } from './require-ledger.ts'

const app = await startSharedApp({ worker: false })
/** The secrets folder of another server of the practice. */
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'attune-erasures-'))
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify(app.secrets))
  touchLedger(folder, new Date(Date.now() - 24 * 3_600_000))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function eraseEntry(n: number): Promise<string> {
  const client = await app.person('client', n)
  const { id } = await client.api.journal.save(newJournalEntry())
  await client.api.journal.trash({ id })
  await client.api.journal.erase({ id })
  return hashOfErased(app.secrets, { kind: 'journal-entry', id })
}

test('a server knows what another one has erased before it stores a backup', async () => {
  const begun = new Date()
  const hash = await eraseEntry(1)
  await copyErasures(app.databaseUrl, folder)
  expect(readLedger(folder)?.erased.get(hash)).toEqual(readLedger(app.config.secretsDir)?.erased.get(hash))
  expect(readLedger(folder)?.erased.get(hash)?.state).toBe('done')
  expect(Date.parse(readLedger(folder)?.asOf ?? '')).toBeGreaterThanOrEqual(begun.getTime())
})

test('a running server copies the erasures of the others every minute', async () => {
  const hash = await eraseEntry(2)
  const interval = vi.spyOn(globalThis, 'setInterval')
  const stop = scheduleErasureCopies({ ...app, config: { ...app.config, secretsDir: folder } })
  const [copy, milliseconds] = interval.mock.lastCall ?? []
  interval.mockRestore()
  expect(milliseconds).toBe(60_000)
  expect(readLedger(folder)?.erased.has(hash)).toBe(false)
  copy?.()
  await expect.poll(() => readLedger(folder)?.erased.get(hash)?.state).toBe('done')
  stop()
})

test('a ledger that could not be copied for a while is not complete, so a restore stops', async () => {
  touchLedger(folder, new Date(Date.now() - 30 * 60_000))
  expect(() => requireLedger(folder, new Date())).toThrow('older than the backup')
  await copyErasures(app.databaseUrl, folder)
  expect(() => requireLedger(folder, new Date())).not.toThrow()
})

test('an erasure that was rolled back is in no copy', async () => {
  const { accountId } = await app.person('client', 3)
  const failed = app.db.asActor({ role: 'client', id: accountId }, async (tx) => {
    tx.recordErased('account', [accountId])
    await tx.run('select 1 / 0')
  })
  await expect(failed).rejects.toThrow('division by zero')
  await copyErasures(app.databaseUrl, folder)
  expect(readLedger(folder)?.erased.has(hashOfErased(app.secrets, { kind: 'account', id: accountId }))).toBe(false)
})

test('a later erasure of the same thing stays after an earlier one is copied', () => {
  const [earlier, later] = [new Date(1_000), new Date(2_000)]
  for (const at of [later, earlier]) addErasures(folder, [{ hash: 'hash', key: 'key', at: at.toISOString() }], later)
  expect(readLedger(folder)?.erased.get('hash')).toEqual({ key: 'key', at: later.toISOString(), state: 'done' })
})
