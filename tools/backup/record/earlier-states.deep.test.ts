// Brings a note back as it was at a moment of the log, from a backup of a newer version, and after the command was killed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archiveLog } from '../../../apps/server/src/platform/backup/log/archive-log.ts'
import { parsePosition } from '../../../apps/server/src/platform/backup/log/positions.rules.ts'
import { loadBackupKeys, recipientsOf } from '../../../apps/server/src/platform/backup/encryption/backup-keys.ts'
import { systemClock } from '../../../apps/server/src/platform/clock.ts'
import { configNames } from '../../../apps/server/src/platform/config/setting-names.ts'
import { readLogRecord } from '../../../apps/server/src/platform/data-folder/log-record.ts'
import { embeddedUrl } from '../../../apps/server/src/platform/database/embedded/cluster.ts'
import { findPostmaster, isProcessAlive } from '../../../apps/server/src/platform/database/embedded/postmaster.ts'
import { FolderStore } from '../../../apps/server/src/platform/object-store/folder-store.ts'
import type { TestApp } from '../../../apps/server/src/testing/app.ts'
import type { Person } from '../../../apps/server/src/testing/people.ts'
import { connectClient } from '../../../apps/server/src/testing/records/sessions.ts'
import { createHome, type DataFolder } from '../folders.testing.ts'
import { backUpPracticeTo, createDataWithSecrets, installPassword, servePractice } from '../practice.testing.ts'
import { bringBackInto, wordsOfPractice, workFoldersIn } from './bring-back.testing.ts'

const script = join(import.meta.dirname, '..', '..', 'restore.ts')
const home = createHome()
afterAll(() => rmSync(home, { recursive: true }))
const target = join(home, 'target')
const newer = join(home, 'newer')

type Practice = { data: DataFolder; therapist: Person; clientId: string; beforeBackup: string; second: string }
let practice: Practice

/** A practice whose log is archived while its therapist writes a note, changes it twice after the backup, and empties it. */
beforeAll(async () => {
  const data = createDataWithSecrets(home)
  practice = await servePractice(data, async (app, port) => {
    const [therapist, clara] = [await app.person('therapist'), await app.person('client')]
    const clientId = await connectClient(app, therapist, clara)
    const save = async (text: string) => {
      const { version } = await therapist.api.note.openClient({ clientId })
      await therapist.api.note.saveClient({ clientId, text, version })
      return databaseTime(app)
    }
    await asOwner(port, `insert into meta.migration (name, hash) values ('9999-of-a-newer-version.sql', '')`)
    await backUpPracticeTo(newer, data, port)
    await asOwner(port, `delete from meta.migration where name like '9999%'`)
    const beforeBackup = await save('First.')
    await backUpPracticeTo(target, data, port)
    const stopArchive = await archive(data, port)
    const second = await save('Second.')
    await save('Third.')
    await save('')
    await untilArchived(app, data)
    await stopArchive()
    return { data, therapist, clientId, beforeBackup, second }
  })
})

async function asOwner(port: number, statement: string): Promise<void> {
  const client = new pg.Client(embeddedUrl(port, installPassword))
  await client.connect()
  await client.query(`begin; set local role attune_owner; ${statement}; commit`)
  await client.end()
}

/** Returns the moment on the clock of the database, in UTC to the microsecond. */
async function databaseTime(app: TestApp): Promise<string> {
  const { rows } = await app.privileged.definer.query<{ at: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US"Z"') as at`,
  )
  return rows[0]?.at ?? ''
}

/** Archives the log of a running practice beside its backups until the returned function is called. */
async function archive({ dataDir, secretsDir }: DataFolder, port: number): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const recipients = recipientsOf(await loadBackupKeys(secretsDir))
  const store = new FolderStore(target)
  const archiving = archiveLog(
    {
      dataDir,
      destinations: [{ open: async () => store, readBases: async () => [] }],
      recipients,
      zone: 'Europe/Berlin',
      server: () => ({ port, password: installPassword }),
      clock: systemClock,
      report: () => {},
      shipMilliseconds: 100,
    },
    stopping.signal,
  )
  return () => {
    stopping.abort()
    return archiving
  }
}

async function untilArchived(app: TestApp, { dataDir }: DataFolder): Promise<void> {
  const { rows } = await app.privileged.definer.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at')
  const end = parsePosition(rows[0]?.at ?? '')
  while (parsePosition(readLogRecord(dataDir).position ?? '0/0') < end) await pause(50)
}

const bringBack = (options: { at?: string; zone?: string } = {}, from = target) =>
  bringBackInto({ target: from, data: practice.data, keyOf: practice.data }, practice.clientId, options)

/** Returns the texts of the copies that the therapist sees. */
const copiesSeen = () =>
  servePractice(practice.data, async (app) => {
    const { api } = await app.secondBrowser(practice.therapist, 2)
    const { items } = await api.recordCopy.notesOfClient({ clientId: practice.clientId })
    return items.map(({ copied }) => copied.text)
  })

test('a backup of a newer version is refused with what to do, and nothing is changed', async () => {
  await expect(bringBack({}, newer)).rejects.toThrow(
    'This backup was made by a newer version of Attune. Update Attune first. Nothing was changed.',
  )
  expect(workFoldersIn(practice.data)).toEqual([])
  expect(await copiesSeen()).toEqual([])
})

test('a command that is killed while the temporary database runs changes nothing, and the next one sweeps its folder and works', async () => {
  const { data, clientId, second } = practice
  const unset = Object.fromEntries(configNames.map((each) => [each, '']))
  const env = { PATH: process.env.PATH, ...unset, ATTUNE_DATA: data.dataDir, ATTUNE_SECRETS: data.secretsDir }
  const child = spawn(process.execPath, [script, target, '--record', clientId, '--at', second], { env, stdio: 'pipe' })
  child.stdin.end(`${await wordsOfPractice(data)}\n`)
  const closed = once(child, 'close')
  const temporary = () => workFoldersIn(data).map((name) => join(data.dataDir, name, 'postgres'))
  const running = () => temporary().flatMap((cluster) => findPostmaster(cluster)?.pid ?? [])
  while (running().length === 0 && child.exitCode === null) await pause(2)
  const [pid = 0] = running()
  child.kill('SIGKILL')
  await closed
  expect(pid).toBeGreaterThan(0)
  expect(workFoldersIn(data)).toHaveLength(1)
  expect(await copiesSeen()).toEqual([])
  const said = await bringBack({ at: second })
  expect(said.join()).toContain('Brought back the note about a client')
  expect(workFoldersIn(data)).toEqual([])
  await expect.poll(() => isProcessAlive(pid), { timeout: 10_000 }).toBe(false)
  expect(await copiesSeen()).toEqual(['Second.'])
})

test('a moment before the backup, and one that the log does not reach, are refused with how far it goes', async () => {
  await expect(bringBack({ at: practice.beforeBackup.slice(0, 19), zone: 'UTC' })).rejects.toThrow(/no backup before/)
  await expect(bringBack({ at: '2100-01-01 10:00' })).rejects.toThrow('The log ends before that moment.')
  expect(workFoldersIn(practice.data)).toEqual([])
})

test('a moment is in the zone that the archive names, and told in that zone and in UTC', async () => {
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Berlin',
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(Date.parse(practice.second.replace(' ', 'T')))
  const said = await bringBack({ at: `${local}.${practice.second.slice(20, 26)}` })
  expect(said.at(-1)).toContain('was there already')
  expect(said.at(-1)).toContain(`as of ${local.slice(0, 16)} (Europe/Berlin), ${practice.second.slice(0, 16)} UTC`)
})

test('the newest state of the log has the mistake, so without a moment the backup itself counts', async () => {
  expect((await bringBack()).at(-1)).toContain('Brought back')
  expect(await copiesSeen()).toEqual(['Second.', 'First.'])
})
