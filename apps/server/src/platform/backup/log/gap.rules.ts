import type { LogNews } from '../../data-folder/log-record.ts'
import { nextSegment } from './positions.rules.ts'

/**
 * Adds a gap to the recorded gaps. A gap that directly follows the last one in the same log and for the same reason is merged with it, so that an
 * hour without a destination is one gap.
 */
export function joinGaps(before: readonly LogNews[], added: LogNews): LogNews[] {
  const last = before.at(-1)
  const continues =
    last?.gap?.why === added.gap?.why &&
    last?.systemId === added.systemId &&
    last.timeline === added.timeline &&
    added.gap?.from === nextSegment(last.gap?.to ?? '')
  if (!continues || !last?.gap || !added.gap) return [...before, added]
  return [...before.slice(0, -1), { ...last, gap: { ...added.gap, from: last.gap.from } }]
}
