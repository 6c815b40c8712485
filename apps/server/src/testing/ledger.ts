import { ORPCError } from '@orpc/client'

/** The judge of a fault: what was asked for, what was acknowledged, and what nobody knows. */
export type Ledger = {
  acknowledged: Set<string>
  /** Asked for without an answer: it may stand or not, but whole. */
  indeterminate: Set<string>
  /** Status codes of the refusals, with how often each was given. */
  refused: Map<number, number>
  /** The longest that anybody waited for an answer, in milliseconds. */
  longest: number
  /** Sends one act under an id of its own and writes down how it ended. */
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
