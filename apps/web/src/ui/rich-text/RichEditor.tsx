import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { TiptapEditorProps } from './TiptapEditor.tsx'

const Editor = lazy(() => import('./TiptapEditor.tsx').then((file) => ({ default: file.TiptapEditor })))

/** The rich text editor. It is loaded when needed, with a skeleton of the same height until then. */
export function RichEditor(props: TiptapEditorProps) {
  return (
    <Suspense fallback={<Skeleton height={(props.minHeight ?? 120) + 53} aria-hidden />}>
      <Editor {...props} />
    </Suspense>
  )
}
