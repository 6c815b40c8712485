import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordCopyKind } from '../../../packages/contract/src/features/care/record-copy/record-copy.rules.ts'
import { addRecordCopies, type RecordOfBackup } from '../../../apps/server/src/features/care/record-copy/record-copy.ts'
import { installerUrlOf } from '../../../apps/server/src/features/practice/administration/backup/back-up.ts'
import { erasuresOf } from '../../../apps/server/src/features/practice/administration/backup/restore-ledger.ts'
import { loadIntoNewCluster } from '../../../apps/server/src/platform/backup/snapshot/new-cluster.ts'
import { snapshotFolder } from '../../../apps/server/src/platform/backup/snapshot/take-snapshot.ts'
import { hasLog } from '../../../apps/server/src/platform/backup/log/restore-log.ts'
import type { OpenedBackup } from '../../../apps/server/src/platform/backup/restore/open-backup.ts'
import type { Config } from '../../../apps/server/src/platform/config/config.ts'
import { removeAbandonedWork, workFolderName } from '../../../apps/server/src/platform/data-folder/work-folders.ts'
import {
  requireNoUnfinishedRestore,
  type RestoreMarker,
} from '../../../apps/server/src/platform/data-folder/restore-marker.ts'
import { secureCluster } from '../../../apps/server/src/platform/database/embedded/ownership.ts'
import { findPostgresPaths, type PostgresPaths } from '../../../apps/server/src/platform/database/embedded/paths.ts'
import { isCluster } from '../../../apps/server/src/platform/database/embedded/recover.ts'
import { hasDatabase } from '../../../apps/server/src/platform/database/existing.ts'
import { type LedgerContent, mergeLedgers } from '../../../apps/server/src/platform/erasures/ledger.lines.ts'
import { readLedger } from '../../../apps/server/src/platform/erasures/ledger.ts'
import { processIdentity } from '../../../apps/server/src/platform/process/identity.ts'
import { StartError } from '../../../apps/server/src/platform/process/start-error.ts'
import { loadSecrets } from '../../../apps/server/src/platform/secrets/secrets.ts'
import { momentInZoneAndUtc } from '../moment/moment.rules.ts'
import { replayLog, TooEarlyError } from '../moment/replay.ts'
import { chooseMoment, zoneOfMoment, type RestoreOptions, type Terminal } from '../moment/restore-moment.ts'
import { readRecordOfBackup } from './from-backup.ts'
import { foldersOf, removeFolders } from '../restore-folders.ts'
import { withRunningDatabase } from '../running.ts'

type Places = Pick<Config, 'dataDir' | 'secretsDir'> & Partial<Pick<Config, 'databaseUrl'>>

/** `at` is the moment, as the person typed it; null for the state of the backup. */
export type RecordOptions = Pick<RestoreOptions, 'time' | 'at' | 'zone' | 'yes' | 'now'> & { recordId: string }

const labels: Record<RecordCopyKind, string> = {
  'session-note': 'the note on a session',
  'client-note': 'the note about a client',
  profile: 'the details of a client',
  form: 'a form',
}

/**
 * Restores the record with an id from a backup, as a copy beside the present record, while Attune runs or is stopped. Restores the database of the
 * backup into a temporary folder (the rows of a practice's own Postgres into a new cluster there), reads the record from it, and adds the copy in one
 * transaction. Prints the result. If the record cannot be restored, throws a StartError and changes nothing.
 */
export async function bringRecordBack(config: Places, options: RecordOptions, terminal: Terminal): Promise<void> {
  const { recordId, now } = options
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(recordId))
    throw new StartError(`${recordId} is no record id. The therapist finds the id in the record.`)
  requireNoUnfinishedRestore(config.dataDir)
  const { dataDir, databaseUrl = null } = config
  for (const note of await removeAbandonedWork(dataDir, findPostgresPaths(dataDir).cluster, [])) terminal.say(note)
  if (!(await hasDatabase({ dataDir, databaseUrl })))
    throw new StartError(
      `${databaseUrl === null ? dataDir : 'The database in DATABASE_URL'} has no practice to which a record could come back. Restore the whole backup.`,
    )
  const moment = options.at === null ? null : await momentOf(options.at, options, terminal)
  const target = moment?.at ?? null
  let backup = await terminal.open({ time: options.time, before: target === null ? null : new Date(target) })
  terminal.say('Reading the backup in a temporary folder. Nothing is changed yet …')
  while (true)
    try {
      const { record, dataOf } = await readFrom(config, backup, recordId.toLowerCase(), target)
      const ledger = await newestLedger(config, backup)
      const { secrets } = loadSecrets(config.secretsDir)
      const result = await withRunningDatabase(config, (database) => {
        const bringing = { recordId: recordId.toLowerCase(), backup: record, dataOf, ledger, secrets }
        return addRecordCopies(installerUrlOf(database, secrets), bringing, now)
      })
      const when = momentInZoneAndUtc(dataOf.toISOString(), moment?.zone ?? record.zone ?? 'UTC')
      for (const kind of result.added)
        terminal.say(`Brought back ${labels[kind]} as of ${when}. Its therapist sees the copy beside the present one.`)
      for (const kind of result.known)
        terminal.say(`The copy of ${labels[kind]} as of ${when} was there already. Nothing was added.`)
      return
    } catch (error) {
      if (!(error instanceof TooEarlyError) || backup.at === null) throw error
      backup = await terminal.open({ time: null, before: backup.at })
    }
}

/** Returns the instant of the typed moment, and its zone: the zone that the person named, otherwise that of the archive. */
async function momentOf(at: string, { time, zone: named, yes }: RecordOptions, terminal: Terminal) {
  const { log } = await terminal.open({ time })
  if (!log || !(await hasLog(log)))
    throw new StartError('This place has no log of the database, so leave out --at, or choose a backup with --backup.')
  const zone = await zoneOfMoment(named, log)
  return { at: await chooseMoment(at, zone, yes, terminal), zone }
}

/** Restores the database of a backup into a temporary folder, up to a moment if one is given, reads the record, and removes the folder. */
async function readFrom(
  config: Places,
  backup: OpenedBackup,
  recordId: string,
  target: string | null,
): Promise<{ record: RecordOfBackup; dataOf: Date }> {
  const places = findPostgresPaths(config.dataDir)
  const marker: RestoreMarker = {
    source: backup.source,
    owner: processIdentity(),
    cluster: places.cluster,
    folder: workFolderName('restore'),
    previous: null,
    moves: null,
  }
  const [beside, folder] = foldersOf(config, marker)
  try {
    // The system user of Postgres must be able to enter the folder.
    for (const each of new Set([beside, folder])) mkdirSync(each)
    for (const each of [beside, folder]) chmodSync(each, 0o711)
    const dataOf = await backup.unpackInto(folder, 'database')
    await prepareScratchCluster(places, folder, { isContinued: target !== null, source: backup.source })
    const cluster = join(folder, 'postgres')
    if (target !== null) await replayLog(config, { cluster, marker }, { log: backup.log, target, hint: '' })
    return {
      record: readRecordOfBackup(places, cluster, recordId),
      dataOf: target === null ? dataOf : new Date(target),
    }
  } finally {
    removeFolders({ config, marker })
  }
}

/**
 * Makes an unpacked database the stopped cluster `postgres` of a folder. The rows of a practice's own Postgres are loaded into a new cluster, which
 * no log can continue; throws a StartError if a log should continue it.
 */
async function prepareScratchCluster(
  { systemUser }: PostgresPaths,
  folder: string,
  { isContinued, source }: { isContinued: boolean; source: string },
): Promise<void> {
  const cluster = join(folder, 'postgres')
  if (existsSync(join(folder, snapshotFolder))) {
    if (isContinued)
      throw new StartError(
        `${source} has the rows of an own Postgres, which no log continues, so leave out --at. Nothing was changed.`,
      )
    return loadIntoNewCluster(folder, folder)
  }
  if (!isCluster(cluster) || !existsSync(join(cluster, 'PG_VERSION')))
    throw new StartError(`${source} has no database. Nothing was changed.`)
  secureCluster(cluster, systemUser)
}

/** Returns the ledger of erasures merged with its copies beside the backup. */
async function newestLedger({ secretsDir }: Places, backup: OpenedBackup): Promise<LedgerContent | null> {
  const copies = (await backup.ledgers()).flatMap((copy) => erasuresOf(copy) ?? [])
  const [first, ...others] = [readLedger(secretsDir), ...copies].flatMap((ledger) => ledger ?? [])
  return first ? others.reduce(mergeLedgers, first) : null
}
