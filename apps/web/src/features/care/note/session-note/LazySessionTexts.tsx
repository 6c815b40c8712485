import { Skeleton } from '@mantine/core'
import { Suspense, type ComponentProps } from 'react'
import { lazyNamed } from '../../../../platform/lazy-named.ts'

const SessionTexts = lazyNamed(() => import('./SessionTexts.tsx'), 'SessionTexts')

/**
 * Renders the therapist's texts about a session: private note, objectives and next steps. Their code loads after the
 * page.
 */
export function LazySessionTexts(props: ComponentProps<typeof SessionTexts>) {
  return (
    <Suspense fallback={<Skeleton height={360} radius={14} />}>
      <SessionTexts {...props} />
    </Suspense>
  )
}
