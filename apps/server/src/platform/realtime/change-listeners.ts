import type { FeedChange } from './change-feed.ts'

/** Calls functions of this process when a table changes, regardless of which node made the change. */
export type ChangeListeners = {
  /** Calls `listener` for each committed change of a table. Returns a function that stops this. */
  listen(table: string, listener: (change: FeedChange) => void): () => void
  /** Calls the listeners of the changed tables. */
  publish(changes: readonly FeedChange[]): void
}

export function openChangeListeners(): ChangeListeners {
  const listeners = new Map<string, Set<(change: FeedChange) => void>>()
  return {
    listen(table, listener) {
      const known = listeners.get(table) ?? new Set()
      listeners.set(table, known.add(listener))
      return () => void known.delete(listener)
    },
    publish(changes) {
      for (const change of changes) for (const listener of listeners.get(change.table_name) ?? []) listener(change)
    },
  }
}
