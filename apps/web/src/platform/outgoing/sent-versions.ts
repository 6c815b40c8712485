import type { PendingChange } from './outgoing-state.ts'

export const versionOf = (value: unknown) => (value as { version?: unknown } | null)?.version

/**
 * Stores for each thing the versions on which the changes sent by this tab were based, and the newest version that they created. An editor may store
 * a change for one of the earlier versions while the preceding change is being answered. The person made the stored change after the preceding
 * change, so the two changes do not conflict.
 */
export class SentVersions {
  readonly #ofThings = new Map<string, { bases: Set<unknown>; number: number; newest: number }>()

  /** Records that a change was sent and that the server has the version `newest` now. Does nothing if the change or the answer has no version. */
  note({ thing, number, input }: PendingChange, newest: unknown) {
    const base = versionOf(input)
    if (typeof newest !== 'number' || typeof base !== 'number') return
    const earlier = this.#ofThings.get(thing)
    const bases = new Set(earlier && [...earlier.bases, earlier.newest]).add(base)
    this.#ofThings.set(thing, { bases, number, newest })
  }

  /** Returns the change with the newest version if the change is based on an earlier version from this tab; otherwise returns it unchanged. */
  onNewest(change: PendingChange): PendingChange {
    const sent = this.#ofThings.get(change.thing)
    if (!sent || change.number < sent.number || !sent.bases.has(versionOf(change.input))) return change
    return { ...change, input: { ...change.input, version: sent.newest } }
  }

  clear() {
    this.#ofThings.clear()
  }
}
