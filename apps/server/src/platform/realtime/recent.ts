import { recallSeconds } from '@attune/contract/common/constants'
import type { ChangeRow } from './relay.ts'

const maxChanges = 2_000

/**
 * Keeps the changes of the last seconds. A page reads its data and subscribes a moment later; without this it would miss the changes
 * in between.
 */
export function keepRecent(now: () => number = () => performance.now()) {
  let kept: { at: number; change: ChangeRow }[] = []

  return {
    add(changes: ChangeRow[]) {
      const at = now()
      const from = at - recallSeconds * 1000
      kept = [...kept.filter((one) => one.at >= from), ...changes.map((change) => ({ at, change }))].slice(-maxChanges)
    },
    /** The last change of each row within these seconds that `account` may see and has subscribed to. */
    within(seconds: number, account: string, isAsked: (change: ChangeRow) => boolean = () => true): ChangeRow[] {
      const from = now() - seconds * 1000
      const rows = new Map<string, ChangeRow>()
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
