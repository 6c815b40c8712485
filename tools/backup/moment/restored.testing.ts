import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseName, runAsSuperuser } from '../../../apps/server/src/platform/database/embedded/cluster.ts'
import { findPostgresPaths } from '../../../apps/server/src/platform/database/embedded/paths.ts'
import { committedAt, type LogPractice } from '../../../apps/server/src/platform/backup/log/log.testing.ts'
import { openBackup, type OpenedBackup } from '../../../apps/server/src/platform/backup/restore/open-backup.ts'
import { keyWordsOf } from '../../../apps/server/src/platform/backup/encryption/words.ts'
import type { BackupSelection } from '../open.ts'
import { restoreData, type RestoreOptions } from './restore-moment.ts'

/** A summary of a restored database: the number of letters, and the time at which the newest letter was committed. */
export type RestoredLetters = { count: number; newest: string | null }

/** Opens a backup of a practice with the words of its key, as a person would. */
export const openOf = (practice: LogPractice, selection: BackupSelection): Promise<OpenedBackup> =>
  openBackup(practice.destination, {
    ...selection,
    secretsDir: practice.home,
    askWords: async () => keyWordsOf(practice.key.identity).join(' '),
  })

/** Restores a practice into an empty folder up to a moment, reads its letters, and deletes the folder. `change` modifies the opened backup. */
export async function restoreLetters(
  practice: LogPractice,
  at: string | null,
  changed: Partial<RestoreOptions> = {},
  change: (opened: OpenedBackup) => OpenedBackup = (opened) => opened,
): Promise<RestoredLetters> {
  const parent = mkdtempSync(join(practice.home, 'restored-'))
  chmodSync(parent, 0o711)
  const config = { dataDir: join(parent, 'data'), secretsDir: join(parent, 'data', 'secrets') }
  mkdirSync(config.dataDir, { mode: 0o711 })
  const places = findPostgresPaths(config.dataDir)
  const open = async (selection: BackupSelection) => change(await openOf(practice, selection))
  const options = {
    from: practice.destination,
    time: null,
    at,
    zone: 'UTC',
    replace: false,
    withoutLedger: true,
    yes: true,
    now: new Date(),
  }
  const terminal = { say: () => {}, question: async () => '', open }
  try {
    const opened = await open({ time: changed.time ?? null })
    await restoreData(config, opened, { ...options, ...changed }, terminal, () => {})
    const read = `select json_build_object('count', count(*), 'newest', max(${committedAt})) as found from letter`
    const { found } = runAsSuperuser(places, places.cluster, [read], { database: databaseName })
    return JSON.parse(found ?? '') as RestoredLetters
  } finally {
    rmSync(parent, { recursive: true })
  }
}

/**
 * Writes letters with several writers until the returned function is called. That function returns the number of commits that Postgres acknowledged.
 */
export function writeLetters(practice: LogPractice, writers = 3): () => Promise<number> {
  let isWriting = true
  let acknowledged = 0
  const writing = Array.from({ length: writers }, async () => {
    while (isWriting) {
      const client = await practice.client().catch(() => null)
      const insert = () => client?.query('insert into letter (text) values (md5(random()::text))')
      while (client && isWriting && (await insert()?.then(Boolean, () => false))) acknowledged++
      await client?.end().catch(() => {})
      if (isWriting) await pause(100)
    }
  })
  return async () => {
    isWriting = false
    await Promise.all(writing)
    return acknowledged
  }
}

/** Returns commit times after `from`, spread evenly over all of them, each with the number of letters committed up to and including it. */
export async function chooseMoments(practice: LogPractice, from: string, number: number) {
  const client = await practice.client()
  const { rows } = await client.query<{ at: string; count: number }>(
    `with c as (select ${committedAt} as at from letter),
      n as (select at, (count(*) over (order by at))::int as count, row_number() over (order by at) as number from c),
      after as (select at, count, row_number() over (order by at) as number, count(*) over () as total from n where at > $1)
      select at, count from after where number % greatest(1, total / $2) = 0 order by at limit $2`,
    [from, number],
  )
  await client.end()
  return rows
}

/**
 * Restores the practice to several moments, each the time of a commit. Returns for each moment whether the restored database had exactly the commits
 * up to that moment, and the duration of the restore.
 */
export async function restoreMoments(practice: LogPractice, from: string, number: number) {
  const moments = await chooseMoments(practice, from, number)
  const results: { at: string; isExact: boolean; milliseconds: number }[] = []
  for (const { at, count } of moments) {
    const begun = performance.now()
    const restored = await restoreLetters(practice, at)
    const isExact = restored.count === count && restored.newest === at
    results.push({ at, isExact, milliseconds: performance.now() - begun })
  }
  return results
}
