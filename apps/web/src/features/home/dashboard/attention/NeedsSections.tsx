import { lazyInBoundary } from '../../../../platform/lazy-named.ts'
import type { OverviewQuery } from '../use-overview.ts'
import { AttentionSection } from './AttentionSection.tsx'

const HeldItems = lazyInBoundary(() => import('../../../practice/restore/restore.ts'), 'HeldItems')

/** Shows the items that are held back after a restore, and below them those that need attention. */
export function NeedsSections({ overview }: { overview: OverviewQuery }) {
  const isHeld = overview.data?.attention?.counts.some(({ kind }) => kind === 'held')
  return (
    <>
      {isHeld && <HeldItems />}
      <AttentionSection overview={overview} />
    </>
  )
}
