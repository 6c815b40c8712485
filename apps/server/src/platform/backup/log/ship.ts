import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ObjectStore } from '../../object-store/object-store.ts'
import { putVerified } from '../destination/verified-put.ts'
import { encryptTo } from '../encryption/age.ts'
import { coverSegment } from './coverage.rules.ts'
import {
  allLogs,
  gapKeyOf,
  type LogIdentity,
  type LogObject,
  logPrefixOf,
  parseLogKey,
  partKeyOf,
  reachedKeyOf,
  segmentKeyOf,
} from './keys.rules.ts'
import { oldLogObjects } from './retention.rules.ts'
import type { WaitingSegment } from './spool.ts'

const compress = promisify(gzip)

/** The end of a log at a destination. */
export type LogReached = {
  /** The moment up to which the log is complete, in ISO 8601. */
  at: string
  /** The position up to which the log is complete, as Postgres writes it. */
  position: string
  /** The time zone of the practice at that moment. */
  zone: string
}

/** Sends the log to one destination, compressed and encrypted. Each method throws if the destination did not keep everything. */
export class LogShipper {
  #opened: ObjectStore | null = null
  readonly #recipients: readonly string[]
  /** The whole segments that the destination has. They stay on this machine until all destinations have them. */
  readonly #shipped = new Set<string>()
  /** The parts of unfinished segments at the destination, by the prefix of the log. They are listed once. */
  readonly #parts = new Map<string, LogObject[]>()

  constructor(recipients: readonly string[]) {
    this.#recipients = recipients
  }

  /** Sends everything to this store from now on. It must be the same destination, opened again. */
  use(store: ObjectStore): void {
    this.#opened = store
  }

  get #store(): ObjectStore {
    if (!this.#opened) throw new Error('the destination of the log is not open')
    return this.#opened
  }

  hasShipped = ({ path }: WaitingSegment): boolean => this.#shipped.has(path)

  /** Sends a whole segment, and deletes its parts, which are no longer needed. Does nothing if this process has already sent it. */
  async shipSegment(waiting: WaitingSegment): Promise<void> {
    const { segment, path } = waiting
    if (this.#shipped.has(path)) return
    await this.#put(segmentKeyOf(waiting, segment), await readFile(path))
    const parts = await this.#partsOf(waiting)
    for (const part of parts.filter((each) => each.kind === 'part' && each.segment === segment)) {
      if (part.kind === 'part') await this.#store.delete(partKeyOf(part, segment, part.from, part.to))
      parts.splice(parts.indexOf(part), 1)
    }
    this.#shipped.add(path)
  }

  /** Sends the bytes of an unfinished segment that the destination does not have yet. */
  async shipUnfinished(of: LogIdentity, { segment, bytes }: { segment: string; bytes: Buffer }): Promise<void> {
    const parts = await this.#partsOf(of)
    const from = coverSegment(parts, segment).bytes
    if (from >= bytes.length) return
    await this.#put(partKeyOf(of, segment, from, bytes.length), bytes.subarray(from))
    parts.push({ ...of, kind: 'part', segment, from, to: bytes.length })
  }

  /** Records the moment and the position up to which the log at the destination is complete. */
  shipReached = (of: LogIdentity, reached: LogReached): Promise<void> =>
    this.#put(reachedKeyOf(of), Buffer.from(JSON.stringify(reached)))

  /** Records the segments that the destination will never receive. */
  shipGap = (of: LogIdentity, gap: { from: string; to: string; at: Date; why: string }): Promise<void> =>
    this.#put(gapKeyOf(of, gap.from), Buffer.from(JSON.stringify(gap)))

  /**
   * Deletes the objects of an earlier log from a segment on. Otherwise a copy of a cluster that was started without a restore would mix its log with
   * that of the original.
   */
  async deleteFrom(of: LogIdentity, first: string): Promise<void> {
    this.#parts.delete(logPrefixOf(of))
    for (const { key } of await this.#store.list(logPrefixOf(of))) {
      const found = parseLogKey(key)
      if (found && 'segment' in found && found.kind !== 'gap' && found.segment >= first) await this.#store.delete(key)
    }
  }

  /** Deletes the objects that no restore needs. `bases` are the times of the base backups of the destination. */
  async deleteOld(bases: readonly Date[], now: Date): Promise<void> {
    const objects = (await this.#store.list(allLogs)).filter(({ key }) => parseLogKey(key) !== null)
    for (const { key } of oldLogObjects(objects, bases, now)) await this.#store.delete(key)
  }

  async #partsOf(of: LogIdentity): Promise<LogObject[]> {
    const prefix = logPrefixOf(of)
    const known = this.#parts.get(prefix)
    if (known) return known
    const objects = (await this.#store.list(prefix)).flatMap(({ key }) => parseLogKey(key) ?? [])
    const parts = objects.filter(({ kind }) => kind === 'part')
    this.#parts.set(prefix, parts)
    return parts
  }

  async #put(key: string, bytes: Buffer): Promise<void> {
    await putVerified(this.#store, key, await encryptTo(this.#recipients, Readable.from([await compress(bytes)])))
  }
}
