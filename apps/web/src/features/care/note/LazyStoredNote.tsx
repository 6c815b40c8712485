import type { ClientNote } from '@attune/contract/features/care/note/note'
import { Suspense } from 'react'
import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import classes from './note.module.css'

const StoredNote = lazyInBoundary(() => import('./WrittenNote.tsx'), 'StoredNote')

/** Shows a stored note read-only. The code for formatting is loaded only for a formatted note; until then, its plain text is shown. */
export function LazyStoredNote({ text, content }: Pick<ClientNote, 'text' | 'content'>) {
  const plain = <div className={classes.read}>{text}</div>
  if (content === null) return plain
  return (
    <Suspense fallback={plain}>
      <StoredNote text={text} content={content} />
    </Suspense>
  )
}
