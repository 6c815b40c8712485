import { Skeleton } from '@mantine/core'
import { Suspense, lazy, type ComponentProps } from 'react'

const Sheets = lazy(() => import('./Writings.tsx').then((file) => ({ default: file.Writings })))

/** What a therapist writes about a session: private note, objectives and next steps. Loaded after the page. */
export function SessionWriting(props: ComponentProps<typeof Sheets>) {
  return (
    <Suspense fallback={<Skeleton height={360} radius={14} />}>
      <Sheets {...props} />
    </Suspense>
  )
}
