import type { RichText as Doc } from '@attune/contract/common/rich-text'
import { RichText } from '../../ui/rich-text/RichText.tsx'
import classes from './TaskSheet.module.css'

/** What a therapist wrote about a task. */
export function Description({ of: doc }: { of: Doc }) {
  return (
    <div className={classes.read}>
      <RichText value={doc} />
    </div>
  )
}
