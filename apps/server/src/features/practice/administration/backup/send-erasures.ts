import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AppContext } from '../../../../platform/app-context.ts'
import { latestLedgerCopy, storeLedgerCopy } from '../../../../platform/backup/destination/ledger-copies.ts'
import { requireMark } from '../../../../platform/backup/destination/mark.ts'
import {
  type BackupDestination,
  type DestinationPlaces,
  destinationName,
  openDefaultDestination,
  openDestination,
  readDestinations,
} from '../../../../platform/backup/destination/settings.ts'
import { type BackupKeys, readBackupKeys } from '../../../../platform/backup/encryption/backup-keys.ts'
import { dailyBackupFolder } from '../../../../platform/data-folder/work-folders.ts'
import { ledgerFile, readLedger } from '../../../../platform/erasures/ledger.ts'
import { copyEveryMinute } from '../../../../platform/process/copy-every-minute.ts'
import { restoreLedgerBytes } from './restore-ledger.ts'

/** The longest time in milliseconds that a person who deletes an account waits for the destinations. */
const waitMilliseconds = 5_000
/** The time in milliseconds after an erasure in which the server may still finish it. A copy from after that time surely contains all of it. */
const finishingMilliseconds = 60_000

type Deps = Pick<AppContext, 'clock' | 'config'>

/**
 * Sends the list of erasures to each destination of backups whose copy is older than `since`. Returns the errors by the name of the destination; an
 * unreachable one does not stop the others.
 */
export async function sendErasures({ clock, config }: Deps, since: Date): Promise<Map<string, Error>> {
  const failures = new Map<string, Error>()
  const keys = readBackupKeys(config.secretsDir)
  // Without keys there is no backup.
  if (!keys) return failures
  // The name of a copy has whole seconds, so a copy from the same second would count as a copy from before `since`.
  const early = Math.ceil(since.getTime() / 1000) * 1000 - clock.now().getTime()
  if (early > 0 && early <= 1000) await pause(early)
  await Promise.all(
    placesOf(config).map(({ name, open }) =>
      sendTo(open, { clock, config, keys, since }).catch((error: unknown) => failures.set(name, error as Error)),
    ),
  )
  return failures
}

/** Sends the list like `sendErasures`, but waits for `waitMilliseconds` at most, and never fails: the scheduled copies try again. */
export async function sendErasuresBriefly(app: Deps, since: Date): Promise<void> {
  const ended = new AbortController()
  await Promise.race([
    sendErasures(app, since).catch(() => {}),
    pause(waitMilliseconds, undefined, { ref: false, signal: ended.signal }).catch(() => {}),
  ])
  ended.abort()
}

/** Sends the list of erasures to the destinations every minute while one of them lacks an erasure, until the returned function is called. */
export function scheduleErasuresToDestinations({ clock, config, log }: Deps & Pick<AppContext, 'log'>): () => void {
  let settled = ''
  return copyEveryMinute(log, 'the list of erasures could not be sent to a destination of backups', async () => {
    const state = stateOf(config)
    if (state === settled) return
    const latest = latestErasure(config.secretsDir)
    if (latest) {
      const since = new Date(latest.getTime() + finishingMilliseconds)
      const isEarly = clock.now() < since
      const [failure] = (await sendErasures({ clock, config }, isEarly ? latest : since)).values()
      if (failure) throw failure
      if (isEarly) return
    }
    settled = state
  })
}

async function sendTo(
  open: () => BackupDestination,
  { clock, config, keys, since }: Deps & { keys: BackupKeys; since: Date },
): Promise<void> {
  const { store, name } = open()
  await requireMark(store, name, keys.id)
  const latest = await latestLedgerCopy(store)
  if (latest !== null && latest >= since) return
  await storeLedgerCopy(store, clock.now(), keys, restoreLedgerBytes(config.secretsDir))
}

type Place = { name: string; open: () => BackupDestination }

/** Returns the chosen destinations, or the default folder if there are none and it has backups. */
function placesOf(places: DestinationPlaces): Place[] {
  const chosen = readDestinations(places.secretsDir).map((settings) => ({
    name: destinationName(settings),
    open: () => openDestination(places, settings),
  }))
  if (chosen.length > 0) return chosen
  const folder = join(places.dataDir, dailyBackupFolder)
  return existsSync(folder) ? [{ name: folder, open: () => openDefaultDestination(places) }] : []
}

/** Returns a text that changes with the list and with the destinations. */
function stateOf({ secretsDir, dataDir }: DestinationPlaces): string {
  const size = statSync(join(secretsDir, ledgerFile), { throwIfNoEntry: false })?.size ?? 0
  const hasDefault = existsSync(join(dataDir, dailyBackupFolder))
  return JSON.stringify([size, hasDefault, readDestinations(secretsDir).map(destinationName)])
}

/** Returns the time of the latest erasure that was not rolled back; null if there is none. */
function latestErasure(secretsDir: string): Date | null {
  const erased = [...(readLedger(secretsDir)?.erased.values() ?? [])].filter(({ state }) => state !== 'kept')
  const [latest] = erased.map(({ at }) => at).toSorted((one, other) => (one < other ? 1 : -1))
  return latest === undefined ? null : new Date(latest)
}
