import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { deliver } from '../apps/server/src/features/practice/administration/backup/deliver.ts'
import { chooseLogDestination } from '../apps/server/src/features/practice/administration/backup/log/log-process.testing.ts'
import {
  backupKeysOf,
  backupTime,
  listBackups,
  prefixes,
  timeOfBackup,
} from '../apps/server/src/platform/backup/destination/layout.ts'
import { loadBackupKeys, recipientsOf } from '../apps/server/src/platform/backup/encryption/backup-keys.ts'
import { allLogs } from '../apps/server/src/platform/backup/log/keys.rules.ts'
import { createLogPractice, type LogPractice } from '../apps/server/src/platform/backup/log/log.testing.ts'
import { packRunning } from '../apps/server/src/platform/backup/pack-running.ts'
import { loadSecrets } from '../apps/server/src/platform/secrets/secrets.ts'
import { FolderStore } from '../apps/server/src/platform/object-store/folder-store.ts'
import type { DrillOutcome } from './outcome.ts'

const day = 86_400_000
const [fileBytes, filesADay, lettersADay, lettersBefore] = [20_000, 5, 30, 10_000]
/** The number of days between two deletions of the oldest file. */
const deletesEvery = 3

/**
 * Simulates a year with a backup each day and the deletion of old ones, with a clock that jumps ahead by a day each time. The database grows by a
 * tenth, users add and delete files, and the log is archived all the time. Reports the objects that the destination keeps.
 */
export async function backupYearDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const days = short ? 40 : 365
  const practice = await createLogPractice({ throwaway: false })
  const year = new BackupYear(practice)
  try {
    await year.begin()
    for (let n = 1; n <= days; n++) {
      await year.nextDay()
      if (n % 50 === 0) say(`${n} days: ${JSON.stringify(await year.look())}`)
    }
    return judge(await year.look(), await year.countWrongFiles(), days)
  } finally {
    await year.end()
    await practice.close()
  }
}

type Kept = Awaited<ReturnType<BackupYear['look']>>

function judge(kept: Kept, wrongFiles: number, days: number): DrillOutcome {
  const copies = kept.archiveBytes / kept.newestBytes
  const ratio = kept.newestBytes / kept.newestSize
  const [least, most] = days < 365 ? [7, 12] : [20, 23]
  return {
    passed: kept.backups >= least && kept.backups <= most && wrongFiles === 0 && kept.logDays >= 7 && kept.logDays <= 9,
    figures: {
      days,
      'backups made, one a day': days,
      'backups kept (7 daily, 4 weekly, 12 monthly, some are two of them)': kept.backups,
      'the oldest, in days': kept.oldestDays.toFixed(0),
      'archives of the database, all and the newest': `${inMegabytes(kept.archiveBytes)}, ${inMegabytes(kept.newestBytes)}`,
      'all archives, as copies of the newest': copies.toFixed(1),
      "users' files: added, deleted, stored": `${kept.added}, ${kept.deleted}, ${kept.files}`,
      "users' files missing that a backup names, or stored that none names (0)": wrongFiles,
      'the log reaches back (≥ 7 days)': `${kept.logDays.toFixed(1)} days`,
      'size of the log, with one segment and one backup a day': inMegabytes(kept.logBytes),
      'most at the destination on any day': inMegabytes(kept.most),
      'size of an archive / size of its data': ratio.toFixed(2),
      'a database of 10 GB that grew by a tenth, at this ratio: all archives': `${(copies * ratio * 10).toFixed(0)} GB`,
    },
  }
}

const inMegabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`

/** A folder whose objects have times from the clock of the drill. */
class DatedStore extends FolderStore {
  readonly #path: string
  readonly #now: () => Date

  constructor(path: string, now: () => Date) {
    super(path)
    this.#path = path
    this.#now = now
  }

  override async put(key: string, body: Readable): Promise<void> {
    await super.put(key, body)
    utimesSync(join(this.#path, key), this.#now(), this.#now())
  }
}

class BackupYear {
  readonly #practice: LogPractice
  readonly #store: DatedStore
  readonly #files: string[] = []
  #days = 0
  #deleted = 0
  #most = 0
  #stopArchive: (() => Promise<void>) | null = null

  constructor(practice: LogPractice) {
    this.#practice = practice
    this.#store = new DatedStore(practice.destination, this.#now)
  }

  /** Returns the real time plus one day for each simulated day. */
  #now = () => new Date(Date.now() + this.#days * day)

  async begin(): Promise<void> {
    chooseLogDestination(this.#practice)
    await this.#write(lettersBefore)
    const readBases = async () => (await listBackups(this.#store)).map(timeOfBackup)
    this.#stopArchive = this.#practice.archive({
      clock: { now: this.#now },
      destinations: [{ open: async () => this.#store, readBases }],
    })
  }

  async end(): Promise<void> {
    await this.#stopArchive?.()
    this.#stopArchive = null
  }

  async nextDay(): Promise<void> {
    this.#days++
    await this.#write(lettersADay)
    for (let n = 0; n < filesADay; n++) this.#addFile()
    if (this.#days % deletesEvery === 0) this.#deleteFile()
    await this.#backUp()
    await this.#practice.untilArchived()
    if (this.#days % 7 === 0) this.#most = Math.max(this.#most, await this.#countBytes())
  }

  /** Returns the numbers and sizes of the objects at the destination. */
  async look() {
    const names = await listBackups(this.#store)
    const archives = names.map((name) => statSync(join(this.#practice.destination, backupKeysOf(name).archive)).size)
    const newest = names.at(-1) ?? ''
    const header = JSON.parse(await text(await this.#store.get(backupKeysOf(newest).header))) as { size: number }
    const logs = await this.#store.list(allLogs)
    const age = (at: Date | undefined) => (at ? (this.#now().getTime() - at.getTime()) / day : 0)
    const firstLog = logs.map(({ writtenAt }) => writtenAt).toSorted((one, other) => one.getTime() - other.getTime())[0]
    return {
      backups: names.length,
      oldestDays: age(timeOfBackup(names[0] ?? '')),
      archiveBytes: archives.reduce((sum, size) => sum + size, 0),
      newestBytes: archives.at(-1) ?? 0,
      newestSize: header.size - this.#files.length * fileBytes,
      files: (await this.#store.list(prefixes.files)).length,
      added: this.#files.length + this.#deleted,
      deleted: this.#deleted,
      logDays: age(firstLog),
      logBytes: logs.reduce((sum, { size }) => sum + size, 0),
      most: this.#most,
    }
  }

  /** Returns the number of users' files that a backup refers to but that are missing, plus the number of stored ones to which no backup refers. */
  async countWrongFiles(): Promise<number> {
    const named = new Set<string>()
    for (const name of await listBackups(this.#store)) {
      const list = await text(await this.#store.get(backupKeysOf(name).list))
      for (const key of list.split('\n').filter(Boolean)) named.add(key)
    }
    const stored = (await this.#store.list(prefixes.files)).map(({ key }) => key)
    return [...named].filter((key) => !stored.includes(key)).length + stored.filter((key) => !named.has(key)).length
  }

  async #countBytes(): Promise<number> {
    const all = [...Object.values(prefixes), allLogs]
    const found = await Promise.all(all.map((each) => this.#store.list(each)))
    return found.flat().reduce((sum, { size }) => sum + size, 0)
  }

  async #write(letters: number): Promise<void> {
    const client = await this.#practice.client()
    await client.query(
      `insert into letter (text) select (select string_agg(md5((n * m)::text || $2), ' ') from generate_series(1, 10) m) from generate_series(1, $1::int) n`,
      [letters, String(randomInt(1_000_000))],
    )
    await client.end()
  }

  #addFile(): void {
    const id = randomUUID()
    const path = join(this.#practice.data.dataDir, 'files', 'whole', id.slice(0, 2), id)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, randomBytes(fileBytes), { mode: 0o600 })
    this.#files.push(path)
  }

  #deleteFile(): void {
    rmSync(this.#files.shift() ?? '')
    this.#deleted++
  }

  /** Makes the backup of a day without verifying it, and sends it as if it were verified. */
  async #backUp(): Promise<void> {
    const { home, data, destination } = this.#practice
    const at = this.#now()
    const work = mkdtempSync(join(home, 'pack-'))
    const keys = await loadBackupKeys(data.secretsDir)
    const recipients = recipientsOf(keys)
    const password = loadSecrets(data.secretsDir).secrets.dbPasswords.install
    try {
      const packed = await packRunning(data, work, { at, recipients }, { port: this.#practice.port(), password })
      const backup = { ...packed, name: backupTime(at), at, recipients, keys, zone: 'Europe/Berlin', isProved: true }
      const to = { name: destination, store: this.#store, isDefault: false, folder: destination }
      const states = await deliver({ ...data, backupFolders: [destination], backupLocalHosts: [] }, backup, to, silent)
      const { reason = null } = states[destination] ?? {}
      if (reason !== null) throw new Error(reason)
    } finally {
      rmSync(work, { recursive: true })
    }
  }
}

const silent = { phase: () => {}, add: () => {} }
