import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { withConnection } from '../apps/server/src/platform/database/connection.ts'
import { baseBackup } from '../apps/server/src/platform/database/embedded/base-backup.ts'
import {
  embeddedUrl,
  ensureCluster,
  installUser,
  replicationPassword,
  replicationUser,
  runAsSuperuser,
} from '../apps/server/src/platform/database/embedded/cluster.ts'
import { findPostgresPaths, type PostgresPaths } from '../apps/server/src/platform/database/embedded/paths.ts'
import {
  findPostmaster,
  lastLogLines,
  launchPostgres,
} from '../apps/server/src/platform/database/embedded/postmaster.ts'
import { isInRecovery } from './failover.link.ts'
import { processTree } from './processes.ts'

const standbyName = 'standby'
const startMilliseconds = 60_000

/** A Postgres of the drill, which becomes primary or is a standby. */
export class DrillPostgres {
  readonly #places: PostgresPaths
  readonly #password: string
  readonly #folder: string
  readonly port: number

  constructor(folder: string, port: number, password: string) {
    this.#folder = folder
    this.#places = findPostgresPaths(folder)
    this.#password = password
    this.port = port
  }

  get url(): string {
    return embeddedUrl(this.port, this.#password)
  }

  /** Creates an empty cluster and starts it. */
  async startEmpty(): Promise<void> {
    ensureCluster(this.#places, { password: this.#password })
    const { cluster } = this.#places
    runAsSuperuser(this.#places, cluster, [`grant pg_read_all_stats to ${installUser} with inherit true`])
    appendFileSync(join(cluster, 'pg_hba.conf'), `host replication ${replicationUser} 127.0.0.1/32 scram-sha-256\n`)
    appendFileSync(join(cluster, 'postgresql.conf'), `wal_keep_size = 512MB\ninclude_if_exists 'failover.conf'\n`)
    this.#configure({})
    await this.#launch(false)
  }

  /** Copies a running primary by a base backup of the product, and starts the copy as its standby. */
  async startAsStandbyOf(primary: DrillPostgres, linkPort: number): Promise<void> {
    const { cluster, systemUser } = this.#places
    mkdirSync(cluster, { recursive: true, mode: 0o700 })
    for await (const { name, stream } of baseBackup({ port: primary.port, password: this.#password })) {
      if (name !== 'base.tar') for await (const _ of stream) continue
      else await unpack(stream, cluster)
    }
    const password = replicationPassword(this.#password)
    const line = `host=127.0.0.1 port=${linkPort} user=${replicationUser} password=${password} application_name=${standbyName}`
    this.#configure({ primary_conninfo: line, wal_retrieve_retry_interval: '500ms' })
    writeFileSync(join(cluster, 'standby.signal'), '')
    if (systemUser) execFileSync('chown', ['-R', `${systemUser.uid}:${systemUser.gid}`, cluster])
    await this.#launch(true)
  }

  /** Waits until the standby receives the log. With `isSynchronous`, every commit waits for the standby from then on. */
  async replicate(isSynchronous: boolean): Promise<void> {
    if (isSynchronous) {
      this.#configure({ synchronous_standby_names: `FIRST 1 (${standbyName})` })
      process.kill(this.#postmaster(), 'SIGHUP')
    }
    const wanted = isSynchronous ? 'sync' : 'async'
    await this.#untilTrue(async () => (await this.#standbyState()) === wanted, `its standby is not ${wanted}`)
  }

  /** Kills the postmaster and all its processes at once, as a power failure would. */
  kill(): void {
    for (const pid of processTree(this.#postmaster())) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // The process ended with its postmaster.
      }
    }
  }

  /** Cancels the statements of all backends whose commit waits for the standby, as pg_cancel_backend does. Returns their number. */
  cancelWaitingCommits(): number {
    const waiting = processTree(this.#postmaster()).filter((pid) => titleOf(pid).includes(' waiting for '))
    for (const pid of waiting) process.kill(pid, 'SIGINT')
    return waiting.length
  }

  /** Makes the standby the primary: the same steps as those of `pg_ctl promote`. */
  async promote(): Promise<void> {
    writeFileSync(join(this.#places.cluster, 'promote'), '')
    process.kill(this.#postmaster(), 'SIGUSR1')
    await this.#untilTrue(async () => (await isInRecovery(this.url)) === false, 'it was not promoted')
  }

  remove(): void {
    if (findPostmaster(this.#places.cluster)) this.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #postmaster(): number {
    const running = findPostmaster(this.#places.cluster)
    if (!running) throw new Error(`no Postgres runs in ${this.#places.cluster}`)
    return running.pid
  }

  #configure(settings: Record<string, string>): void {
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
    writeFileSync(join(this.#places.cluster, 'failover.conf'), lines.join(''))
  }

  async #launch(isStandby: boolean): Promise<void> {
    launchPostgres(this.#places, this.port, {})
    await this.#untilTrue(async () => (await isInRecovery(this.url)) === isStandby, 'it did not start')
  }

  async #standbyState(): Promise<string | undefined> {
    const { rows } = await withConnection(this.url, (db) =>
      db.query<{ state: string }>(
        `select sync_state as state from pg_stat_replication where application_name = '${standbyName}' and state = 'streaming'`,
      ),
    )
    return rows[0]?.state
  }

  async #untilTrue(is: () => Promise<boolean>, complaint: string): Promise<void> {
    const end = performance.now() + startMilliseconds
    while (!(await is())) {
      if (performance.now() > end) throw new Error(`Postgres: ${complaint}.\n${lastLogLines(this.#places.cluster)}`)
      await pause(20)
    }
  }
}

async function unpack(stream: NodeJS.ReadableStream, folder: string): Promise<void> {
  const tar = spawn('tar', ['-x', '-C', folder], { stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = once(tar, 'exit')
  await pipeline(stream, tar.stdin)
  const [code] = await ended
  if (code !== 0) throw new Error(`tar ended with ${String(code)}`)
}

/** Returns the title of a process, in which Postgres describes the current work of a backend. */
function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
