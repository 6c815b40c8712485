import { Skeleton } from '@mantine/core'
import { Suspense, lazy, type ComponentProps } from 'react'

const Sheets = lazy(() => import('./SessionTexts.tsx').then((file) => ({ default: file.SessionTexts })))

/** What a therapist writes about a session: private note, objectives and next steps. Loaded after the page. */
export function LazySessionTexts(props: ComponentProps<typeof Sheets>) {
  return (
    <Suspense fallback={<Skeleton height={360} radius={14} />}>
      <Sheets {...props} />
    </Suspense>
  )
}
