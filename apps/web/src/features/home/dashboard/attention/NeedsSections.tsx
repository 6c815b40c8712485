import { lazyInBoundary } from '../../../../platform/lazy-named.ts'
import type { OverviewQuery } from '../use-overview.ts'
import { AttentionSection } from './AttentionSection.tsx'

const HeldItems = lazyInBoundary(() => import('../../../practice/restore/restore.ts'), 'HeldItems')

export type NeedsProps = {
  overview: OverviewQuery
  /** False while a skeleton is shown instead of the response. */
  isSettled: boolean
}

/** Shows the items that are held back after a restore, and below them those that need attention. */
export function NeedsSections({ overview, isSettled }: NeedsProps) {
  const isHeld = overview.data?.attention?.counts.some(({ kind }) => kind === 'held')
  return (
    <>
      {isSettled && isHeld && <HeldItems />}
      <AttentionSection overview={overview} isSettled={isSettled} />
    </>
  )
}
