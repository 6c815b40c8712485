import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { CardSkeleton } from '../../../../ui/page/loading/CardSkeleton.tsx'

/**
 * Renders the therapist's texts about a session: private note, objectives and next steps. Their code loads after the
 * page.
 */
export const LazySessionTexts = lazyNamed(
  () => import('./SessionTexts.tsx'),
  'SessionTexts',
  <CardSkeleton height={360} />,
)
