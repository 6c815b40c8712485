import { recallSeconds } from '@attune/contract/common/constants'
import type { ChangeRow } from './relay.ts'

const most = 2_000

/**
 * The changes of the last seconds. A page reads what it shows and follows it a moment later: a change between the two
 * would be told to nobody.
 */
export function keepRecent(now: () => number = () => performance.now()) {
  let kept: { at: number; change: ChangeRow }[] = []

  return {
    add(changes: ChangeRow[]) {
      const at = now()
      const from = at - recallSeconds * 1000
      kept = [...kept.filter((one) => one.at >= from), ...changes.map((change) => ({ at, change }))].slice(-most)
    },
    /** What `account` may hear of, asks for and has changed within these seconds: the last change of each row. */
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
