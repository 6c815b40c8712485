import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Props } from './Editor.tsx'

const Editor = lazy(() => import('./Editor.tsx').then((file) => ({ default: file.Editor })))

/** The rich text editor. It is loaded when needed, with a skeleton of the same height until then. */
export function RichEditor(props: Props) {
  return (
    <Suspense fallback={<Skeleton height={(props.minHeight ?? 120) + 53} aria-hidden />}>
      <Editor {...props} />
    </Suspense>
  )
}
