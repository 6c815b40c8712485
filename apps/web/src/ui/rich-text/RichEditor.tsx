import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { lazyInBoundary } from '../../platform/lazy-named.ts'
import type { TiptapEditorProps } from './editor/TiptapEditor.tsx'

const TiptapEditor = lazyInBoundary(() => import('./editor/TiptapEditor.tsx'), 'TiptapEditor')

/** The rich text editor. Its code is loaded when needed; until then a skeleton of the same height is shown. */
export function RichEditor(props: TiptapEditorProps) {
  return (
    <Suspense fallback={<Skeleton height={(props.minHeight ?? 120) + 53} aria-hidden />}>
      <TiptapEditor {...props} />
    </Suspense>
  )
}
