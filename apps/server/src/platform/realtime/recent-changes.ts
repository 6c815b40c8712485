import { replaySeconds } from '@attune/contract/common/constants'
import type { FeedChange } from './change-feed.ts'

const maxChanges = 2_000

/**
 * Creates a store of the changes of the last `replaySeconds`, at most `maxChanges` of them. A page reads its data first and subscribes a moment
 * later. The store contains the changes between these two steps.
 */
export function createRecentChanges(now: () => number = () => performance.now()) {
  const kept: { at: number; change: FeedChange }[] = []

  return {
    /** The clock of the stored changes, in milliseconds. */
    now,
    add(changes: FeedChange[]) {
      const at = now()
      for (const change of changes) kept.push({ at, change })
      const from = at - replaySeconds * 1000
      let old = Math.max(0, kept.length - maxChanges)
      while (old < kept.length && (kept[old]?.at ?? from) < from) old++
      if (old > 0) kept.splice(0, old)
    },
    /**
     * Returns the changes of the past `seconds` seconds that are not older than `since` (in milliseconds of `now`), that `account` may see and that
     * `isAsked` accepts. Of several changes of a row with the same keys, returns only the last.
     */
    within(
      { seconds, since = Number.NEGATIVE_INFINITY }: { seconds: number; since?: number | undefined },
      account: string,
      isAsked: (change: FeedChange) => boolean = () => true,
    ): FeedChange[] {
      const from = Math.max(now() - seconds * 1000, since)
      const rows = new Map<string, FeedChange>()
      for (const { at, change } of kept) {
        if (at < from || !change.audience.includes(account) || !isAsked(change)) continue
        const row = JSON.stringify([change.table_name, change.row_id, change.keys])
        rows.delete(row)
        rows.set(row, change)
      }
      return [...rows.values()]
    },
  }
}
