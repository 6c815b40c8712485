import { ORPCError } from '@orpc/client'

/** Records the result of every write, so that a test can compare acknowledged writes with the database after a failure. */
export type Ledger = {
  acknowledged: Set<string>
  /** Writes without an answer: they are complete or absent. */
  indeterminate: Set<string>
  /** Status codes of the refusals, with their number. */
  refused: Map<number, number>
  /** The longest time until an answer, in milliseconds. */
  longest: number
  /** Runs one write under its own id and records its result. */
  enter(id: string, act: () => Promise<unknown>): Promise<'acknowledged' | 'refused' | 'indeterminate'>
}

export function openLedger(): Ledger {
  const ledger: Ledger = {
    acknowledged: new Set(),
    indeterminate: new Set(),
    refused: new Map(),
    longest: 0,
    async enter(id, act) {
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
        // 503 may come after the commit was sent.
        if (error.status !== 503) ledger.indeterminate.delete(id)
        return 'refused'
      } finally {
        ledger.longest = Math.max(ledger.longest, performance.now() - begun)
      }
    },
  }
  return ledger
}
