import type { Note } from '@attune/contract/features/care/note/note'
import { lazyNamed } from '../../../platform/lazy-named.ts'

const AssistanceBadge = lazyNamed(() => import('./AssistanceBadge.tsx'), 'AssistanceBadge')

/** Marks a note that was drafted with assistance. Renders nothing for other notes. */
export function AssistanceRow({ note }: { note: Pick<Note, 'assistance' | 'text'> }) {
  if (!note.assistance) return null
  return <AssistanceBadge assistance={note.assistance} text={note.text} />
}
