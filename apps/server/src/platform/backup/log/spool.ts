import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { syncFolder } from '../../process/durable.ts'
import type { LogIdentity } from './keys.rules.ts'
import { type LogPosition, offsetInSegment, parseSegment, segmentBytes, segmentNameOf } from './positions.rules.ts'

/** The ending of the segment that is being received. Its file has the size of a segment, and zeros in place of bytes that were not received yet. */
const partialEnding = '.partial'

/** A whole segment that waits on this machine for its destinations. */
export type WaitingSegment = LogIdentity & { segment: string; path: string }

/**
 * The received log that waits on this machine for its destinations: a folder per log with a file per segment. Only bytes that are synced to the disk
 * count as received.
 */
export class LogSpool {
  readonly #folder: string
  #identity: LogIdentity | null = null
  #file: number | null = null
  #position: LogPosition = 0n
  #synced: LogPosition = 0n

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The log that is being received; null before the first connection. */
  get identity(): LogIdentity | null {
    return this.#identity
  }

  /** The position up to which all bytes are on the disk or were already sent. */
  get synced(): LogPosition {
    return this.#synced
  }

  /**
   * Starts to receive a log at the first byte of a segment. An earlier, unfinished copy of the segment is received again; its bytes are the same.
   * Deletes other unfinished segments of this log.
   */
  open(identity: LogIdentity, start: LogPosition): void {
    this.close()
    this.#identity = identity
    this.#position = this.#synced = start
    createFolder(this.#folder)
    const folder = this.#folderOf(identity)
    createFolder(folder)
    const partial = segmentNameOf(identity.timeline, start) + partialEnding
    for (const name of readdirSync(folder))
      if (name.endsWith(partialEnding) && name !== partial) rmSync(join(folder, name))
  }

  /** Writes received bytes. Throws if they do not directly follow the previous ones. */
  write(start: LogPosition, bytes: Buffer): void {
    if (start !== this.#position) throw new Error('the log was not sent in order')
    for (let from = 0; from < bytes.length;) {
      this.#file ??= this.#openPartial()
      const at = offsetInSegment(this.#position)
      const written = writeSync(this.#file, bytes, from, Math.min(bytes.length - from, segmentBytes - at), at)
      from += written
      this.#position += BigInt(written)
      if (offsetInSegment(this.#position) === 0) this.#finishSegment()
    }
  }

  sync(): void {
    if (this.#file !== null) fsyncSync(this.#file)
    this.#synced = this.#position
  }

  close(): void {
    if (this.#file === null) return
    this.sync()
    closeSync(this.#file)
    this.#file = null
  }

  /** Returns the whole segments of all logs, the oldest first. */
  waiting(): WaitingSegment[] {
    return foldersIn(this.#folder).flatMap((name) => {
      const [, systemId = '', timeline] = /^(\d+)-(\d+)$/.exec(name) ?? []
      if (!systemId) return []
      const segments = readdirSync(join(this.#folder, name)).filter((each) => parseSegment(each) !== null)
      return segments.toSorted().map((segment) => ({
        systemId,
        timeline: Number(timeline),
        segment,
        path: join(this.#folder, name, segment),
      }))
    })
  }

  /** Returns the synced bytes of the segment that is being received; null if it has none yet. */
  unfinished(): { segment: string; bytes: Buffer } | null {
    const length = offsetInSegment(this.#synced)
    if (!this.#identity || this.#file === null || length === 0) return null
    const bytes = Buffer.alloc(length)
    readSync(this.#file, bytes, 0, length, 0)
    return { segment: segmentNameOf(this.#identity.timeline, this.#synced), bytes }
  }

  /** Deletes a segment that all destinations have, or for which there is no space left. */
  remove({ path }: WaitingSegment): void {
    rmSync(path, { force: true })
    const folder = dirname(path)
    if (this.#identity && folder === this.#folderOf(this.#identity)) return
    // No more bytes of an earlier timeline will arrive, so its folder is deleted once it contains no whole segment.
    if (readdirSync(folder).every((name) => name.endsWith(partialEnding))) rmSync(folder, { recursive: true })
  }

  /** Returns the total size in bytes of the segments that wait on this machine to be sent. */
  waitingBytes(): number {
    return this.waiting().reduce((sum, { path }) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0)
  }

  #folderOf = ({ systemId, timeline }: LogIdentity) => join(this.#folder, `${systemId}-${timeline}`)

  #pathOf(position: LogPosition): string {
    const identity = this.#identity
    if (!identity) throw new Error('no log is being received')
    return join(this.#folderOf(identity), segmentNameOf(identity.timeline, position))
  }

  #openPartial(): number {
    const path = this.#pathOf(this.#position) + partialEnding
    const isNew = !existsSync(path)
    const file = openSync(path, isNew ? 'wx+' : 'r+', 0o600)
    if (!isNew) return file
    ftruncateSync(file, segmentBytes)
    syncFolder(dirname(path))
    return file
  }

  #finishSegment(): void {
    this.close()
    const path = this.#pathOf(this.#position - 1n)
    renameSync(path + partialEnding, path)
    syncFolder(dirname(path))
  }
}

function createFolder(path: string): void {
  if (existsSync(path)) return
  mkdirSync(path, { mode: 0o700 })
  syncFolder(dirname(path))
}

const foldersIn = (folder: string) => (existsSync(folder) ? readdirSync(folder).toSorted() : [])
