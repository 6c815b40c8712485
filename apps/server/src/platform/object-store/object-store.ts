import type { Readable } from 'node:stream'

/** An object of a store, without its content. */
export type ObjectInfo = {
  key: string
  /** In bytes. */
  size: number
  writtenAt: Date
}

/** The part of an object from byte `from` to byte `to`, both included. */
export type ByteRange = { from: number; to: number }

/**
 * Stores bytes under keys, for example in a folder or a bucket. A key consists of parts with letters, digits, `.`, `_` and `-`, separated by `/`.
 * An object is either complete or absent.
 */
export interface ObjectStore {
  /**
   * Stores the bytes of a stream as an object and replaces an earlier object with the same key. Throws if the store does not confirm the object;
   * the store then contains no partial object.
   */
  put(key: string, body: Readable): Promise<void>
  /** Stores a complete file of this machine as an object like `put`, and then removes the file. The store may move the file instead of copying it. */
  putFile(key: string, path: string): Promise<void>
  /** Returns the bytes of an object, or only those in `range`. Throws an ObjectMissingError if there is no such object. */
  get(key: string, range?: ByteRange): Promise<Readable>
  /** Returns the key of an object, its size in bytes and the time at which it was written; null if there is no such object. */
  head(key: string): Promise<ObjectInfo | null>
  /** Returns all objects whose keys begin with `prefix`, in the order of their keys. */
  list(prefix: string): Promise<ObjectInfo[]>
  /** Returns the path of an object in a folder of this machine, whether or not there is such an object; null for any other store. */
  pathOf(key: string): string | null
  /** Deletes an object. Does nothing if there is none. */
  delete(key: string): Promise<void>
}

export class ObjectMissingError extends Error {
  constructor(key: string) {
    super(`There is no object ${key}.`)
  }
}

const keyPattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/** Throws if `key` could point outside the store, for example with `..`, or is longer than 512 characters. */
export function requireObjectKey(key: string): void {
  if (!keyPattern.test(key) || key.length > 512)
    throw new Error(`The object key ${JSON.stringify(key)} is not allowed.`)
}
