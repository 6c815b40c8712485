import { Skeleton } from '@mantine/core'
import { Suspense, type ComponentProps } from 'react'
import { lazyNamed } from '../../../../platform/lazy-named.ts'

const Sheets = lazyNamed(() => import('./SessionTexts.tsx'), 'SessionTexts')

/**
 * Renders the therapist's texts about a session: private note, objectives and next steps. Their code loads after the
 * page.
 */
export function LazySessionTexts(props: ComponentProps<typeof Sheets>) {
  return (
    <Suspense fallback={<Skeleton height={360} radius={14} />}>
      <Sheets {...props} />
    </Suspense>
  )
}
