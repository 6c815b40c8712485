import { codeOf, errorClass, requestIdOf } from './faults.ts'
import type { ErrorClass } from './faults.ts'

/** Row 9.10. */
const most = 1000

/** What failed, by name and number. Never what was written or read. */
export type LoggedError = { at: string; where: string; class: ErrorClass; code: string; requestId: string | null }

/** The last 1,000 errors of this tab, in memory alone; the oldest go first. */
export class ErrorLog {
  #entries: LoggedError[] = []

  add(error: unknown, where: string) {
    const entry = {
      at: new Date().toISOString(),
      where,
      class: errorClass(error),
      code: codeOf(error),
      requestId: requestIdOf(error),
    }
    this.#entries.push(entry)
    if (this.#entries.length > most) this.#entries.shift()
  }

  /** The latest errors, newest last. */
  latest(count = most): readonly LoggedError[] {
    return this.#entries.slice(-count)
  }
}

export const errorLog = new ErrorLog()
