import type { File } from '@attune/contract/features/care/file/file'
import { FileList } from '../../file/file.ts'
import classes from './TaskDetailsView.module.css'

/** Lists the files that a therapist has attached to a task. Renders nothing if there are none. */
export function TaskFiles({ files }: { files: readonly File[] }) {
  if (files.length === 0) return null
  return (
    <div className={classes.files}>
      <FileList files={files} />
    </div>
  )
}
