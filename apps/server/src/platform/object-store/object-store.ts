import type { Readable } from 'node:stream'

/** An object of a store: its key, its size in bytes and when it was written. */
export type ObjectInfo = { key: string; size: number; writtenAt: Date }

/** The part of an object from byte `from` to byte `to`, both included. */
export type ByteRange = { from: number; to: number }

/**
 * A place that stores bytes under keys, such as a folder or a bucket. A key consists of parts with letters, digits, `.`, `_` and `-`, separated by
 * `/`. An object is complete or absent, never cut.
 */
export interface ObjectStore {
  /** Stores an object until the stream ends, in place of an earlier one. Throws if the store has not confirmed it; then it has no cut object. */
  put(key: string, body: Readable): Promise<void>
  /** Returns the bytes of an object. Throws an ObjectMissingError if there is none. */
  get(key: string, range?: ByteRange): Promise<Readable>
  /** Returns an object without its bytes; null if there is none. */
  head(key: string): Promise<ObjectInfo | null>
  /** Returns all objects whose keys begin with `prefix`, in the order of their keys. */
  list(prefix: string): Promise<ObjectInfo[]>
  /** Deletes an object. Does nothing if there is none. */
  delete(key: string): Promise<void>
}

export class ObjectMissingError extends Error {
  constructor(key: string) {
    super(`There is no object ${key}.`)
  }
}

const keyPattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/** Throws if `key` could leave the store, such as one with `..`. */
export function requireObjectKey(key: string): void {
  if (!keyPattern.test(key) || key.length > 512)
    throw new Error(`The object key ${JSON.stringify(key)} is not allowed.`)
}
