import type { Task } from '@attune/contract/features/care/task/task'
import { EditTaskDialog } from '../assign/EditTaskDialog.tsx'
import { DeclineTaskDialog } from './DeclineTaskDialog.tsx'
import { ReassignTaskDialog, ReopenTaskDialog, WithdrawTaskDialog } from './TaskTransitionDialogs.tsx'

export type TaskDialogName = 'edit' | 'reassign' | 'reopen' | 'decline' | 'withdraw'
type Props = { task: Task; asked: TaskDialogName; onClose: () => void; onGone: () => void }

export function TaskDialog({ task, asked, onClose, onGone }: Props) {
  const one = { task, onClose }
  switch (asked) {
    case 'edit':
      return <EditTaskDialog {...one} />
    case 'decline':
      return <DeclineTaskDialog {...one} />
    case 'reassign':
      return <ReassignTaskDialog {...one} />
    case 'reopen':
      return <ReopenTaskDialog {...one} />
    case 'withdraw':
      return <WithdrawTaskDialog {...one} onGone={onGone} />
  }
}
