import { utcDay } from '../../../packages/contract/src/common/time/time.testing.ts'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allLogs, parseLogKey } from '../../../apps/server/src/platform/backup/log/keys.rules.ts'
import { createLogPractice, type LogPractice } from '../../../apps/server/src/platform/backup/log/log.testing.ts'
import { readLogRecord } from '../../../apps/server/src/platform/data-folder/log-record.ts'
import { readRestored } from '../../../apps/server/src/platform/data-folder/restored.ts'
import { readRestoreMarker } from '../../../apps/server/src/platform/data-folder/restore-marker.ts'
import { migrate } from '../../../apps/server/src/platform/database/migrate/migrate.ts'
import type { BackupSelection } from '../open.ts'
import { openOf } from './restored.testing.ts'
import { restoreData, type RestoreOptions } from './restore-moment.ts'

let practice: LogPractice
/** The commit time of the last letter that the restore brings back. */
let wanted = ''

/** A practice with a session before the wanted moment and two after it. */
beforeAll(async () => {
  practice = await createLogPractice()
  await migrate(practice.url())
  const stop = practice.archive()
  await practice.backUp()
  await addSession()
  wanted = await practice.write('wanted')
  await addSession()
  await addSession()
  await practice.write('a mistake')
  await practice.untilArchived()
  await stop()
  await practice.stopPostgres()
})
afterAll(() => practice.close())

async function addSession(): Promise<void> {
  const client = await practice.client()
  await client.query('set role attune_owner')
  await client.query('alter table app.session disable row level security, no force row level security')
  await client.query('alter table app.session drop constraint if exists session_therapist_id_fkey')
  await client.query(
    `insert into app.session (id, therapist_id, starts_at, ends_at, format, status, created_at, updated_at)
      values ($1, $2, now(), now() + interval '50 minutes', 'video', 'scheduled', clock_timestamp(), clock_timestamp())`,
    [randomUUID(), randomUUID()],
  )
  await client.end()
}

/** Restores the practice over its present data with a person's answers. Returns the output. */
async function restore(changed: Partial<RestoreOptions>, ...answers: string[]): Promise<string[]> {
  const shown: string[] = []
  const terminal = {
    say: (line: string) => void shown.push(line),
    question: async (text: string) => {
      shown.push(text)
      return answers.shift() ?? ''
    },
    open: (selection: BackupSelection) => openOf(practice, selection),
  }
  const options: RestoreOptions = {
    from: practice.destination,
    time: null,
    at: wanted,
    zone: null,
    replace: true,
    withoutLedger: true,
    yes: false,
    now: new Date(),
    ...changed,
  }
  await restoreData(practice.data, await openOf(practice, { time: null }), options, terminal, () => {})
  return shown
}

const aside = () => readdirSync(practice.home).filter((name) => name.startsWith('data.replaced-'))
const drafts = () => readdirSync(practice.data.dataDir).filter((name) => name.startsWith('.attune-restore-'))

test('a restore without --replace over data is refused before anything is asked', async () => {
  await expect(restore({ replace: false })).rejects.toThrow(/already has data\. Add --replace/)
})

test('an hour that occurs twice asks which one is meant, and another answer changes nothing', async () => {
  const year = new Date().getUTCFullYear() - 1
  const last = new Date(Date.UTC(year, 9, 31))
  const day = utcDay(last.getTime() - last.getUTCDay() * 86_400_000)
  const at = `${day} 02:30`
  await expect(restore({ at, zone: 'Europe/Berlin' }, 'both')).rejects.toThrow('Nothing was changed.')
  await expect(restore({ at, zone: 'Europe/Berlin', yes: true })).rejects.toThrow(`--at '${day}T00:30Z'`)
})

test('an answer that is not yes changes nothing and leaves no draft', async () => {
  await expect(restore({}, 'maybe')).rejects.toThrow('Nothing was changed.')
  expect([aside(), drafts(), readRestoreMarker(practice.data.dataDir)]).toEqual([[], [], null])
})

test('after yes the practice is as it was at the moment, the present is aside, and the log begins a new timeline', async () => {
  const shown = await restore({}, 'yes')
  expect(shown).toContainEqual(expect.stringMatching(/^The state of .* \(\S+\), .* UTC:$/))
  expect(shown).toContainEqual(expect.stringMatching(/newest of 1 sessions .*; 2 that were added or changed/))
  expect(aside()).toHaveLength(1)
  expect(drafts()).toEqual([])
  // The rules of a restore apply from the moment of the restored state on, not from that of the backup.
  expect(readRestored(practice.data.dataDir)?.dataOf).toEqual(new Date(wanted))
  await practice.startPostgres()
  const client = await practice.client()
  const { rows } = await client.query<{ text: string }>('select text from letter order by number desc limit 1')
  await client.end()
  expect(rows).toEqual([{ text: 'wanted' }])

  const since = new Date()
  const stop = practice.archive()
  await practice.write('after the restore')
  await practice.untilArchived()
  await expect.poll(timelines).toEqual([1, 2])
  expect(readLogRecord(practice.data.dataDir).baseNeededSince?.getTime()).toBeGreaterThanOrEqual(since.getTime())
  await stop()
  await practice.stopPostgres()
})

test('the same moment can be restored once more, and begins another timeline', async () => {
  await restore({}, 'yes')
  await practice.startPostgres()
  const stop = practice.archive()
  await practice.write('after the second restore')
  await practice.untilArchived()
  await expect.poll(timelines).toEqual([1, 2, 3])
  await stop()
  expect(existsSync(practice.data.dataDir)).toBe(true)
})

async function timelines(): Promise<number[]> {
  const found = (await practice.store.list(allLogs)).flatMap(({ key }) => parseLogKey(key)?.timeline ?? [])
  return [...new Set(found)].toSorted()
}
