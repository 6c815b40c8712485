import type { RichText as Doc } from '@attune/contract/common/rich-text/rich-text.schemas'
import { RichTextView } from '../../../../ui/rich-text/RichTextView.tsx'
import classes from './TaskDetailsView.module.css'

/** Shows the therapist's description of a task as rich text. */
export function TaskDescription({ of: doc }: { of: Doc }) {
  return (
    <div className={classes.read}>
      <RichTextView value={doc} />
    </div>
  )
}
