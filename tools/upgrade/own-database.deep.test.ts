import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { listBackups } from '../../apps/server/src/platform/backup/destination/layout.ts'
import { configNames } from '../../apps/server/src/platform/config/setting-names.ts'
import { readBackupRecord } from '../../apps/server/src/platform/data-folder/last-backup.ts'
import { FolderStore } from '../../apps/server/src/platform/object-store/folder-store.ts'
import { cloneDatabase } from '../../apps/server/src/testing/database/database.ts'
import { writeTestSecrets } from '../backup/own/own-database.testing.ts'

let home: string
let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'attune-upgrade-own-'))
  // The Postgres that verifies the backup may run as a separate system user, who needs access to this folder.
  chmodSync(home, 0o711)
  writeTestSecrets(join(home, 'data', 'secrets'))
  database = await cloneDatabase(inject('adminUrl'))
})
afterAll(async () => {
  await database.drop()
  rmSync(home, { recursive: true })
})

test('an own Postgres is backed up and verified before an upgrade, and the command learns which backup it is', async () => {
  const dataDir = join(home, 'data')
  const unset = Object.fromEntries(configNames.map((name) => [name, '']))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'data.ts'), 'back-up'], {
    env: { ...process.env, ...unset, ATTUNE_DATA: dataDir, DATABASE_URL: database.url, MAX_RATE: '1048576' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let said = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text))
  const sent = once(child, 'message')
  expect((await once(child, 'close'))[0]).toBe(0)
  const [backup] = (await sent) as [{ folder: string; time: string }]
  expect(backup).toEqual({ folder: join(dataDir, 'backups'), time: expect.stringMatching(/Z$/), isRestored: false })
  expect(await listBackups(new FolderStore(backup.folder))).toEqual([backup.time])
  expect(said).toContain('Restoring the copy to prove it')
  expect(readBackupRecord(dataDir)).toMatchObject({ at: null, unproved: [expect.any(Date)] })
})
