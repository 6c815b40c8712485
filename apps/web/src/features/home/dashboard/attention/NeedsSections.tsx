import { lazyInBoundary } from '../../../../platform/lazy-named.ts'
import type { OverviewQuery } from '../use-overview.ts'
import { AttentionSection } from './AttentionSection.tsx'
import { useSubscribeToAttention } from './use-attention.ts'

const HeldItems = lazyInBoundary(() => import('../../../practice/restore/restore.ts'), 'HeldItems')

export type NeedsProps = {
  overview: OverviewQuery
  /** False while a skeleton is shown instead of the response. */
  isSettled: boolean
}

/** Shows the items that are held back after a restore, and below them those that need attention, and those that wait for the client. */
export function NeedsSections({ overview, isSettled }: NeedsProps) {
  const isHeld = overview.data?.attention?.counts.some(({ kind }) => kind === 'held')
  const waiting = overview.data?.waiting
  const hasWaiting = isSettled && waiting && waiting.counts.length + waiting.failed.length > 0
  useSubscribeToAttention()
  return (
    <>
      {isSettled && isHeld && <HeldItems />}
      <AttentionSection list="attention" overview={overview} isSettled={isSettled} />
      {hasWaiting && <AttentionSection list="waiting" overview={overview} isSettled={isSettled} />}
    </>
  )
}
