import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSecrets } from '../secrets/secrets.ts'
import { baseBackup } from '../database/embedded/base-backup.ts'
import { createLogPractice, type LogPractice } from './log/log.testing.ts'

let practice: LogPractice
beforeAll(async () => {
  practice = await createLogPractice()
})
afterAll(() => practice.close())

const copy = () => {
  const password = loadSecrets(practice.data.secretsDir).secrets.dbPasswords.install
  return baseBackup({ port: practice.port(), password })
}

/** Starts and aborts a copy. A copy begins with a checkpoint, which deletes the part of the log that nothing needs. */
async function checkpoint(): Promise<void> {
  for await (const { stream } of copy()) {
    stream.destroy()
    return
  }
}

test('a copy that takes so long that Postgres makes several checkpoints is whole, and leaves no slot behind', async () => {
  const names: string[] = []
  for await (const { name, stream } of copy()) {
    for (let n = 0; names.length === 0 && n < 3; n++) {
      await practice.fillSegment()
      await checkpoint()
    }
    names.push(name)
    await text(stream)
  }
  expect(names).toEqual(['base.tar', 'backup_manifest'])
  const client = await practice.client()
  const slots = `select slot_name from pg_replication_slots where slot_name like 'attune_base%'`
  await expect.poll(async () => (await client.query(slots)).rows, { timeout: 10_000 }).toEqual([])
  await client.end()
})
