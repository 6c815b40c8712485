import { ORPCError } from '@orpc/client'

/** Records the result of every write, so that a test can compare acknowledged writes with the database after a failure. */
export type WriteLedger = {
  acknowledged: Set<string>
  /** Writes with an unknown result: the database contains each of them completely or not at all. */
  indeterminate: Set<string>
  /** The number of refusals by status code. */
  refused: Map<number, number>
  /** The longest time until a response, in milliseconds. */
  longestWait: number
  /** Runs one write under its own id and records its result. */
  record(id: string, act: () => Promise<unknown>): Promise<'acknowledged' | 'refused' | 'indeterminate'>
}

export function createWriteLedger(): WriteLedger {
  const ledger: WriteLedger = {
    acknowledged: new Set(),
    indeterminate: new Set(),
    refused: new Map(),
    longestWait: 0,
    async record(id, act) {
      const begun = performance.now()
      ledger.indeterminate.add(id)
      try {
        await act()
        ledger.indeterminate.delete(id)
        ledger.acknowledged.add(id)
        return 'acknowledged'
      } catch (error) {
        if (!(error instanceof ORPCError)) return 'indeterminate'
        ledger.refused.set(error.status, (ledger.refused.get(error.status) ?? 0) + 1)
        // After a 503, the write stays in `indeterminate`, because the server may already have sent the commit to the database.
        if (error.status !== 503) ledger.indeterminate.delete(id)
        return 'refused'
      } finally {
        ledger.longestWait = Math.max(ledger.longestWait, performance.now() - begun)
      }
    },
  }
  return ledger
}
