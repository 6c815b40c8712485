import type { FeedChange } from './change-feed.ts'

/** Parts of this process that follow the changes of tables, whichever node has made them. */
export type ChangeListeners = {
  /** Calls `listener` for each committed change of a table. Returns a function that ends this. */
  listen(table: string, listener: (change: FeedChange) => void): () => void
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
