import { Skeleton } from '@mantine/core'
import { lazyNamed } from '../../../../platform/lazy-named.ts'

/**
 * Renders the therapist's texts about a session: private note, objectives and next steps. Their code loads after the
 * page.
 */
export const LazySessionTexts = lazyNamed(
  () => import('./SessionTexts.tsx'),
  'SessionTexts',
  <Skeleton height={360} radius={14} />,
)
