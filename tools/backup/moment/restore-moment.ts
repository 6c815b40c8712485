import type { Config } from '../../../apps/server/src/platform/config/config.ts'
import { listBackups, timeOfBackup } from '../../../apps/server/src/platform/backup/destination/layout.ts'
import { hasLog, type LogSource, readArchivedZone } from '../../../apps/server/src/platform/backup/log/restore-log.ts'
import type { OpenedBackup } from '../../../apps/server/src/platform/backup/restore/open-backup.ts'
import { readBackupRecord } from '../../../apps/server/src/platform/data-folder/last-backup.ts'
import { findPostgresPaths } from '../../../apps/server/src/platform/database/embedded/paths.ts'
import { isCluster } from '../../../apps/server/src/platform/database/embedded/recover.ts'
import { StartError } from '../../../apps/server/src/platform/process/start-error.ts'
import { isZone } from '../../../packages/contract/src/common/time/time.ts'
import type { BackupSelection } from '../open.ts'
import { type RestoreDraft, type RestorePlaces, unpack } from '../unpack.ts'
import { contentLines, readClusterContent } from './content.ts'
import { momentInZoneAndUtc, parseMoment } from './moment.rules.ts'
import { replayLog, TooEarlyError } from './replay.ts'

export type RestoreOptions = {
  /** The location of the backup, as the person typed it. */
  from: string
  /** The time of the backup to restore, without its log; null for the newest backup. */
  time: string | null
  /** The moment, as the person typed it; null for the newest state. */
  at: string | null
  /** The time zone of the moment; null for that of the practice. */
  zone: string | null
  /** Whether the present data may be moved aside. */
  replace: boolean
  /** Whether the restore continues although the ledger of erasures does not cover the time since the backup. */
  withoutLedger: boolean
  /** Whether to skip all questions. */
  yes: boolean
  now: Date
}

/** The terminal functions that a restore needs. */
export type Terminal = {
  say(line: string): void
  question(text: string): Promise<string>
  open(selection: BackupSelection): Promise<OpenedBackup>
}

type Places = RestorePlaces

/**
 * Restores an open backup and its log, to a moment or to the newest state. Prepares everything in a temporary folder, shows the restored content and
 * the losses, asks, and only then changes the data folder. Returns the source of the restore and the folder of the previous data; the folder is null
 * if there was no previous data. Throws a StartError if the person answers no.
 */
export async function restoreData(
  config: Places,
  opened: OpenedBackup,
  options: RestoreOptions,
  terminal: Terminal,
  requireStopped: () => void,
): Promise<{ source: string; previous: string | null }> {
  const isOwn = typeof config.databaseUrl === 'string'
  const log = !isOwn && opened.log && options.time === null && (await hasLog(opened.log)) ? opened.log : null
  if (options.at !== null && !log) throw await onlyBackups(config, opened, options)
  const zone = options.at === null ? null : await findZone(config, options.zone, log)
  const target =
    options.at === null || zone === null ? null : await chooseMoment(options.at, zone, options.yes, terminal)
  const hint = log && target !== null ? await nearestText(log, target, options.from) : ''
  let backup = target === null ? opened : await terminal.open({ time: null, before: new Date(target) })
  if (log) terminal.say('Preparing the restore in a temporary folder. Nothing is changed yet …')
  while (true) {
    const { at } = backup
    const replay = async (draft: RestoreDraft) => {
      if (draft.isSnapshot && options.at !== null) throw await onlyBackups(config, opened, options)
      if (draft.isSnapshot) return null
      const lastCommit = await replayLog(config, draft, { log, target, hint })
      const moment = target ?? lastCommit
      if (log)
        await confirm(
          config,
          { cluster: draft.cluster, moment: moment ?? at?.toISOString() ?? null, zone },
          options,
          terminal,
        )
      return log && moment !== null ? new Date(moment) : null
    }
    try {
      const previous = await unpack(
        config,
        withLog(backup, log),
        { ...options, at: options.now, replay },
        requireStopped,
      )
      return { source: backup.source, previous }
    } catch (error) {
      if (!(error instanceof TooEarlyError) || at === null) throw error
      backup = await terminal.open({ time: null, before: at })
    }
  }
}

/**
 * Returns the error for a moment that cannot be restored from the log, because only backups can be restored. Its message names the backup nearest to
 * the moment, if it is known.
 */
async function onlyBackups({ dataDir }: Places, { log }: OpenedBackup, { at, from, zone }: RestoreOptions) {
  const moment = parseMoment(at ?? '', zone ?? readBackupRecord(dataDir).zone)
  const instant = 'at' in moment ? moment.at : 'first' in moment ? moment.first : null
  const hint = log && instant !== null ? await nearestText(log, instant, from) : ''
  return new StartError(
    `${from} has no log of the database for that moment, so only the times of its backups can be restored. Leave out --at.${hint}`,
  )
}

const withLog = (backup: OpenedBackup, log: LogSource | null): OpenedBackup => ({ ...backup, log })

/** Returns a sentence that names the backup nearest to a moment that the log does not reach. */
async function nearestText({ store }: LogSource, target: string, from: string): Promise<string> {
  const distance = (name: string) => Math.abs(timeOfBackup(name).getTime() - Date.parse(target))
  const [nearest] = (await listBackups(store)).toSorted((one, other) => distance(one) - distance(other))
  return nearest ? ` The nearest backup is from ${nearest}: npm run restore -- ${from} --backup ${nearest}` : ''
}

const findZone = (config: Places, named: string | null, log: LogSource | null): Promise<string> =>
  zoneOfMoment(named, log, () => presentContent(config, 'infinity')?.zone ?? null)

/**
 * Returns the zone in which a moment is given: the zone `named` by the person, otherwise that of the present practice if it is known, otherwise that
 * of the archive. Throws a StartError if `named` is not a time zone, or if no zone is known.
 */
export async function zoneOfMoment(
  named: string | null,
  log: LogSource | null,
  present: () => string | null = () => null,
): Promise<string> {
  if (named !== null && !isZone(named)) throw new StartError(`${named} is no time zone. An example: Europe/Berlin.`)
  const zone = named ?? present() ?? (log && (await readArchivedZone(log)))
  if (!zone) throw new StartError('In which time zone is the moment? Add --zone, for example --zone Europe/Berlin.')
  return zone
}

/** Summarizes the present database, and counts the rows that were created or changed after a moment. Returns null if there is no database. */
function presentContent({ dataDir }: Pick<Config, 'dataDir'>, since: string) {
  const places = findPostgresPaths(dataDir)
  return isCluster(places.cluster) ? readClusterContent(places, places.cluster, since) : null
}

/** Converts a typed moment to an instant. Asks for the offset if the moment occurs twice. Throws a StartError if it does not exist. */
export async function chooseMoment(
  typed: string,
  zone: string,
  yes: boolean,
  terminal: Pick<Terminal, 'question'>,
): Promise<string> {
  const moment = parseMoment(typed, zone)
  if ('at' in moment) return moment.at
  if (moment.problem === 'form') throw new StartError(`'${typed}' is no moment. An example: --at '2026-11-20 14:05'.`)
  if (moment.problem === 'never')
    throw new StartError(`${typed} doesn't exist in ${zone}, because the clocks skip that hour. Choose another moment.`)
  const { first, second } = moment
  const either = `1: ${momentInZoneAndUtc(first, zone)}; 2: ${momentInZoneAndUtc(second, zone)}`
  if (yes)
    throw new StartError(
      `${typed} occurs twice in ${zone}. Give it in UTC, for example --at '${first.slice(0, 16)}Z'. ${either}`,
    )
  const answer = await terminal.question(
    `${typed} occurs twice in ${zone}, because the clocks go back. ${either}. Which one, 1 or 2?`,
  )
  if (answer.trim() !== '1' && answer.trim() !== '2') throw new StartError('Nothing was changed.')
  return answer.trim() === '1' ? first : second
}

/** A prepared database, the moment of its state, and the time zone in which to show it. */
type Prepared = { cluster: string; moment: string | null; zone: string | null }

/**
 * Shows the content of the prepared database and the losses. Unless `options.yes` is set, asks for confirmation, and throws a StartError if the
 * person does not confirm.
 */
async function confirm(
  config: Places,
  { cluster, moment, zone }: Prepared,
  options: RestoreOptions,
  terminal: Terminal,
) {
  const at = moment ?? options.now.toISOString()
  const restored = readClusterContent(findPostgresPaths(config.dataDir), cluster, at)
  const shownZone = zone ?? restored?.zone ?? 'UTC'
  const text = (each: string) => momentInZoneAndUtc(new Date(each).toISOString(), shownZone)
  terminal.say(options.at === null ? `The newest state, of ${text(at)}:` : `The state of ${text(at)}:`)
  if (restored) for (const line of contentLines(restored, presentContent(config, at), text)) terminal.say(line)
  if (options.yes) return
  const answer = await terminal.question('Restore this state? Type yes:')
  if (answer.trim().toLowerCase() !== 'yes') throw new StartError('Nothing was changed.')
}
