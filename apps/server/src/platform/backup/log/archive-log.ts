import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  logSpoolFolder,
  type LogNews,
  type LogRecord,
  readLogRecord,
  storeLogRecord,
} from '../../data-folder/log-record.ts'
import type { Clock } from '../../clock.ts'
import type { ObjectStore } from '../../object-store/object-store.ts'
import { joinGaps } from './gap.rules.ts'
import { logLimitBytes } from './limits.rules.ts'
import { parsePosition, positionText, segmentNameOf } from './positions.rules.ts'
import { type LogBegin, readLogEnd, receiveLog, type ReplicationServer } from './receive.ts'
import { type LogReached, LogShipper } from './ship.ts'
import { LogSpool } from './spool.ts'

/** A destination to which the log is sent. */
export type LogDestination = {
  /** Returns the store. Throws unless the store is the chosen one, for example because another disk is mounted. */
  open(): Promise<ObjectStore>
  /** Returns the times at which the base backups of the store began. */
  readBases(store: ObjectStore): Promise<Date[]>
  /**
   * Stores the current state of the records that every restore needs. Called before the store records the moment up to which its log is complete.
   */
  storeFacts?(store: ObjectStore, at: Date): Promise<void>
}

export type LogArchiveOptions = {
  dataDir: string
  destinations: readonly LogDestination[]
  /** The public keys to which the log is encrypted. */
  recipients: readonly string[]
  /** The time zone of the practice. A person gives the moment of a restore in this zone. */
  zone: string
  /** Returns the running Postgres; null while it does not run. */
  server(): ReplicationServer | null
  clock: Clock
  /** Logs a failure. The same failure is reported once until something changes. */
  report(message: string, error: unknown): void
  /** The time in milliseconds between transfers of an unfinished segment. Defaults to `usualShipMilliseconds`. */
  shipMilliseconds?: number
  /** The number of bytes that may wait on this machine. Defaults to a share of the free space. */
  limitBytes?: number
}

/** The usual `shipMilliseconds`. Together with the duration of a transfer, it limits the work that is lost with the machine to five minutes. */
const usualShipMilliseconds = 240_000
const [tickMilliseconds, retryMilliseconds, cleanMilliseconds] = [500, 2_000, 3_600_000]
/** A commit that is at least this number of milliseconds old is certainly before the end of the log that was just read. */
const commitMilliseconds = 10_000
/** The time in milliseconds for the end of the log to arrive, and that for the last transfer when the server stops. */
const [arrivalMilliseconds, lastMilliseconds] = [5_000, 10_000]

/**
 * Receives the log of Postgres and sends it to its destinations until the signal aborts. The part that waits on this machine survives a kill at any
 * moment. An unreachable destination does not stop the others.
 */
export async function archiveLog(options: LogArchiveOptions, signal: AbortSignal): Promise<void> {
  const archive = new LogArchive(options)
  const receiving = new AbortController()
  const received = archive.receive(receiving.signal)
  await archive.shipUntil(signal)
  await archive.shipLast()
  receiving.abort()
  await received
}

class LogArchive {
  readonly #options: LogArchiveOptions
  readonly #spool: LogSpool
  readonly #targets: Target[]
  #record: LogRecord
  #endShippedAt = 0
  #cleanedAt = 0
  readonly #reported = new Map<string, string>()

  constructor(options: LogArchiveOptions) {
    this.#options = options
    this.#spool = new LogSpool(join(options.dataDir, logSpoolFolder))
    this.#record = readLogRecord(options.dataDir)
    const keys = options.recipients.toSorted().join(' ')
    // A backup and the log after it must be encrypted to the same key, because otherwise no single key could open both.
    const isNewKey = this.#record.keys !== null && this.#record.keys !== keys
    if (isNewKey) this.#record = { ...this.#record, baseNeededSince: options.clock.now() }
    this.#record = { ...this.#record, keys }
    this.#targets = options.destinations.map((destination) => ({
      destination,
      shipper: new LogShipper(options.recipients),
    }))
  }

  /** Receives the log, and starts again whenever the connection ends, until `signal` aborts. */
  async receive(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const server = this.#options.server()
      try {
        if (server) await receiveLog({ ...server, spool: this.#spool, signal, onBegin: (begin) => this.#begin(begin) })
      } catch (error) {
        this.#report('the log is not being received', error)
      }
      await pause(retryMilliseconds, undefined, { signal }).catch(() => {})
    }
  }

  async shipUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const succeeded = await this.#ship()
      await pause(succeeded ? tickMilliseconds : retryMilliseconds, undefined, { signal }).catch(() => {})
    }
  }

  /** Sends the last bytes when the server stops, before the machine is switched off. Waits at most `lastMilliseconds`. */
  async shipLast(): Promise<void> {
    this.#endShippedAt = 0
    await Promise.race([this.#ship(), pause(lastMilliseconds, undefined, { ref: false })])
  }

  /**
   * Records the start of a stream and a lost part of the log. A new slot or timeline needs a new base backup. Records nothing if the stream continues
   * the same log with the same slot.
   */
  #begin({ identity, start, slot }: LogBegin): void {
    this.#endShippedAt = 0
    const log = `${identity.systemId}-${identity.timeline}`
    const { log: before, position } = this.#record
    if (slot === 'kept' && before === log) return
    const at = this.#options.clock.now()
    const first = segmentNameOf(identity.timeline, start)
    const isGap = before === log && position !== null && parsePosition(position) < start
    const gap = isGap
      ? { at, why: 'lost' as const, from: segmentNameOf(identity.timeline, parsePosition(position)), to: first }
      : null
    const news: LogNews = { ...identity, gap, first: slot === 'kept' ? null : first }
    this.#store({
      log,
      position: positionText(start),
      gap: gap ?? this.#record.gap,
      baseNeededSince: at,
      news: [...this.#record.news, news],
    })
  }

  /** Sends the waiting log to all destinations and deletes the segments that all of them have. Returns whether all of them have the log. */
  async #ship(): Promise<boolean> {
    const now = this.#options.clock.now()
    const isDue = now.getTime() - this.#endShippedAt >= (this.#options.shipMilliseconds ?? usualShipMilliseconds)
    const end = isDue ? await this.#readEnd(now) : null
    const { failingSince, news } = this.#record
    if (!end && failingSince === null && news.length === 0 && this.#spool.waiting().length === 0) return true
    const failures: unknown[] = []
    for (const target of this.#targets) await this.#shipTo(target, end).catch((error: unknown) => failures.push(error))
    for (const waiting of this.#spool.waiting())
      if (this.#targets.every(({ shipper }) => shipper.hasShipped(waiting))) this.#spool.remove(waiting)
    if (failures.length > 0) await this.#noteFailure(now, failures[0])
    else this.#noteSuccess(now, end)
    return failures.length === 0
  }

  async #shipTo({ shipper, destination }: Target, end: LogEnd | null): Promise<void> {
    const store = await destination.open()
    shipper.use(store)
    for (const news of this.#record.news) {
      if (news.first !== null) await shipper.deleteFrom(news, news.first)
      if (news.gap) await shipper.shipGap(news, news.gap)
    }
    for (const waiting of this.#spool.waiting()) await shipper.shipSegment(waiting)
    if (end?.unfinished) await shipper.shipUnfinished(end.identity, end.unfinished)
    const now = this.#options.clock.now()
    if (end?.reached) {
      await destination.storeFacts?.(store, now)
      await shipper.shipReached(end.identity, end.reached)
    }
    if (now.getTime() - this.#cleanedAt < cleanMilliseconds) return
    await shipper.deleteOld(await destination.readBases(store), now)
  }

  /** Returns the end of the received log and, if Postgres answers, the moment up to which it is complete; null if nothing was received. */
  async #readEnd(now: Date): Promise<LogEnd | null> {
    const server = this.#options.server()
    const end = server ? await readLogEnd(server).catch(() => null) : null
    for (let waited = 0; end !== null && this.#spool.synced < end && waited < arrivalMilliseconds; waited += 50)
      await pause(50)
    const { identity } = this.#spool
    if (!identity) return null
    const at = new Date(now.getTime() - commitMilliseconds)
    const isWhole = end !== null && this.#spool.synced >= end
    const position = positionText(this.#spool.synced)
    return {
      identity,
      position,
      unfinished: this.#spool.unfinished(),
      reached: isWhole ? { at: at.toISOString(), position, zone: this.#options.zone } : null,
    }
  }

  #noteSuccess(now: Date, end: LogEnd | null): void {
    this.#reported.clear()
    if (now.getTime() - this.#cleanedAt >= cleanMilliseconds) this.#cleanedAt = now.getTime()
    if (end) this.#endShippedAt = now.getTime()
    this.#store({
      failingSince: null,
      news: [],
      waitingBytes: this.#spool.waitingBytes(),
      ...(end && { position: end.position }),
      ...(end?.reached && { reachedAt: new Date(end.reached.at) }),
    })
  }

  async #noteFailure(now: Date, error: unknown): Promise<void> {
    this.#report('the log could not be sent to its destination', error)
    const waiting = this.#spool.waitingBytes()
    const { bavail, bsize } = await statfs(this.#options.dataDir)
    const limit = this.#options.limitBytes ?? logLimitBytes(bavail * bsize + waiting)
    this.#dropOldest(limit, now)
    this.#store({ failingSince: this.#record.failingSince ?? now, waitingBytes: this.#spool.waitingBytes() })
  }

  /** Deletes the oldest waiting segments until the rest is below the limit, and records the gap. */
  #dropOldest(limit: number, now: Date): void {
    for (
      let [oldest] = this.#spool.waiting();
      oldest && this.#spool.waitingBytes() > limit;
      [oldest] = this.#spool.waiting()
    ) {
      const { systemId, timeline, segment } = oldest
      const gap = { at: now, why: 'space' as const, from: segment, to: segment }
      const news = joinGaps(this.#record.news, { systemId, timeline, gap, first: null })
      this.#store({ gap: news.at(-1)?.gap ?? gap, baseNeededSince: now, news })
      this.#spool.remove(oldest)
    }
  }

  /** Reports a failure once. Reports it again after a success or another failure. */
  #report(what: string, error: unknown): void {
    const text = String(error)
    if (this.#reported.get(what) !== text) this.#options.report(what, error)
    this.#reported.set(what, text)
  }

  #store(change: Partial<LogRecord>): void {
    this.#record = { ...this.#record, ...change }
    storeLogRecord(this.#options.dataDir, this.#record)
  }
}

type Target = { shipper: LogShipper; destination: LogDestination }

type LogEnd = {
  identity: { systemId: string; timeline: number }
  position: string
  unfinished: { segment: string; bytes: Buffer } | null
  reached: LogReached | null
}
