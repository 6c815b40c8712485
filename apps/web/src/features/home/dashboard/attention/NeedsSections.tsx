import { lazyInBoundary } from '../../../../platform/lazy-named.ts'
import type { OverviewQuery } from '../use-overview.ts'
import { AttentionSection } from './AttentionSection.tsx'

const HeldItems = lazyInBoundary(() => import('../../../practice/restore/restore.ts'), 'HeldItems')

/** Shows the things that need the therapist, below those that are held after a restore. */
export function NeedsSections({ overview }: { overview: OverviewQuery }) {
  const isHeld = overview.data?.attention?.counts.some(({ kind }) => kind === 'held')
  return (
    <>
      {isHeld && <HeldItems />}
      <AttentionSection overview={overview} />
    </>
  )
}
