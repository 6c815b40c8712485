// npm run restore -- FROM [--at '2026-11-20 14:05'] [--backup TIME] [--replace] [--yes]: restores a backup and replays its log. FROM is a folder of
// backups, an archive in it, the address of a bucket, or a file of an earlier version.
// npm run restore -- FROM --ledger COPY: first merges a copy of the ledger of erasures into the one in the secrets folder.
// npm run restore -- FROM --without-ledger: restores although no ledger covers the time since the backup.
// npm run restore -- FROM --record ID [--backup TIME] [--at '2026-11-20 14:05']: restores one record as a copy beside the present one, also while
// Attune runs.
// npm run restore -- --finish: finishes an interrupted restore.
// npm run restore -- --undo: undoes the changes of an interrupted restore.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '../apps/server/src/platform/config/config.ts'
import { backUpFirst } from '../apps/server/src/features/practice/administration/backup/back-up-first.ts'
import { addRestoreLedger } from '../apps/server/src/features/practice/administration/backup/restore-ledger.ts'
import { clusterPath } from '../apps/server/src/platform/database/embedded/paths.ts'
import { requireRestorableDatabase } from '../apps/server/src/platform/backup/snapshot/restore-target.ts'
import { forgetFilePlace } from '../apps/server/src/platform/files/file-place.ts'
import { StartError } from '../apps/server/src/platform/process/start-error.ts'
import { readArguments, runOnData } from './backup/command.ts'
import { withRunningDatabase } from './backup/running.ts'
import { askLine } from './backup/ask.ts'
import { restoreData } from './backup/moment/restore-moment.ts'
import { replayAlone } from './backup/moment/replay.ts'
import { type BackupSelection, openFrom } from './backup/open.ts'
import { bringRecordBack } from './backup/record/bring-back.ts'
import { requireStoppedDatabase } from './backup/stopped.ts'
import { finishRestore, undoRestore } from './backup/unpack.ts'

await runOnData(async (config) => {
  const { values, positionals } = readArguments(() =>
    parseArgs({
      allowPositionals: true,
      options: {
        at: { type: 'string' },
        zone: { type: 'string' },
        yes: { type: 'boolean' },
        backup: { type: 'string' },
        replace: { type: 'boolean' },
        ledger: { type: 'string' },
        record: { type: 'string' },
        'without-ledger': { type: 'boolean' },
        finish: { type: 'boolean' },
        undo: { type: 'boolean' },
      },
    }),
  )
  const { backup: time = null, at = null, zone = null, yes = false, ledger, record } = values
  const { replace = false, finish = false, undo = false, 'without-ledger': withoutLedger = false } = values
  const [source] = positionals
  if ((finish || undo) && (source || finish === undo))
    throw new StartError('Use --finish or --undo on its own, without a backup file.')
  if (!source && !finish && !undo) throw new StartError('Which backup? npm run restore -- data/backups')
  if (at !== null && time !== null) throw new StartError('Use either --at or --backup.')
  const { databaseUrl } = config
  if (record !== undefined) {
    if (!source || replace || withoutLedger || ledger !== undefined)
      throw new StartError('Use --record with a backup, and with --backup, --at or --zone at most.')
    const open = (selection: BackupSelection) => openFrom(config, source, selection)
    const options = { recordId: record, time, at, zone, yes, now: new Date() }
    const terminal = { say: (line: string) => console.log(line), question: askLine, open }
    return bringRecordBack(config, options, terminal)
  }
  const requireStopped = databaseUrl === null ? await requireStoppedDatabase(config) : () => {}
  if (source && databaseUrl !== null) await requireRestorableDatabase(databaseUrl)
  if (undo) {
    const { source: interrupted } = await undoRestore(config, requireStopped)
    console.log(
      `Restore of ${interrupted} undone. The data in ${config.dataDir} is as it was before${databaseUrl === null ? '' : ', and so is the database in DATABASE_URL'}.`,
    )
  } else if (source) {
    const open = (selection: BackupSelection) => openFrom(config, source, selection)
    const opened = await open({ time })
    if (ledger !== undefined) addRestoreLedger(config.secretsDir, readCopy(ledger))
    if (replace && databaseUrl === null) await backUpPresentData(config)
    const options = { from: source, time, at, zone, replace, withoutLedger, yes, now: new Date() }
    const terminal = { say: (line: string) => console.log(line), question: askLine, open }
    const restored = await restoreData(config, opened, options, terminal, requireStopped)
    report(config, restored.source, restored.previous)
  } else {
    const finished = await finishRestore(config, (from) => openFrom(config, from, { time }), requireStopped, {
      replay: replayAlone(config),
    })
    report(config, finished.source, finished.previous)
  }
})

/**
 * Backs up the data that the restore moves aside. If that fails, prints the reason and continues, because data that cannot be backed up, such as a
 * damaged database, is often the reason for a restore.
 */
async function backUpPresentData(config: Config): Promise<void> {
  if (!existsSync(join(clusterPath(config.dataDir), 'PG_VERSION'))) return
  try {
    await withRunningDatabase(config, (database) => backUpFirst(config, database, new Date()))
  } catch (error) {
    console.log(`The present data couldn't be backed up first: ${(error as Error).message}`)
    console.log('It is moved aside all the same, not deleted.')
  }
}

function readCopy(path: string): Buffer {
  if (!existsSync(path)) throw new StartError(`There's no file at ${path}.`)
  return readFileSync(path)
}

/** Prints the places of the restored data. Users' files are in the folder now, even if the settings name a bucket. */
function report({ dataDir, databaseUrl, filesBucket }: Config, source: string, previous: string | null): void {
  forgetFilePlace(dataDir)
  const places = databaseUrl === null ? dataDir : `${dataDir} and the database in DATABASE_URL`
  console.log(`Restored ${source} to ${places}. Start Attune with npm start.`)
  if (filesBucket)
    console.log(
      "Users' files are in the data folder. Move them to a bucket before the start: npm run files:move -- --to bucket",
    )
  if (previous !== null) console.log(`The previous data is in ${previous}.`)
}
