import { errorCode, errorClass, requestIdOf } from './errors.ts'
import type { ErrorClass } from './errors.ts'

/** The maximum number of errors in the log [9.10]. */
const maxEntries = 1000

/** A failed call. The entry contains nothing that the person wrote or read. */
export type LoggedError = {
  /** The time of the failure, in ISO 8601. */
  at: string
  /** The name of the call. */
  where: string
  class: ErrorClass
  code: string
  /** The server's id of the request; null if there was no response. */
  requestId: string | null
}

/** The last 1,000 errors of this tab, in memory only. */
export class ErrorLog {
  #entries: LoggedError[] = []

  add(error: unknown, where: string) {
    const entry = {
      at: new Date().toISOString(),
      where,
      class: errorClass(error),
      code: errorCode(error),
      requestId: requestIdOf(error),
    }
    this.#entries.push(entry)
    if (this.#entries.length > maxEntries) this.#entries.shift()
  }

  /** Returns the latest errors, newest last. */
  latest(count = maxEntries): readonly LoggedError[] {
    return this.#entries.slice(-count)
  }

  clear() {
    this.#entries = []
  }
}

export const errorLog = new ErrorLog()
