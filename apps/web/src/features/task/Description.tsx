import type { RichText as Doc } from '@attune/contract/common/rich-text'
import { RichText } from '../../ui/rich-text/RichText.tsx'
import classes from './TaskSheet.module.css'

/** The description of a task, written by the therapist. */
export function Description({ of: doc }: { of: Doc }) {
  return (
    <div className={classes.read}>
      <RichText value={doc} />
    </div>
  )
}
