import type { Task } from '@attune/contract/features/task'
import { EditDialog } from './assign/EditDialog.tsx'
import { DeclineDialog } from './DeclineDialog.tsx'
import { ReassignDialog, ReopenDialog, WithdrawDialog } from './stepDialogs.tsx'

export type Asked = 'edit' | 'reassign' | 'reopen' | 'decline' | 'withdraw'
type Props = { task: Task; asked: Asked; onClose: () => void; onGone: () => void }

/** Renders the dialog that `asked` names. */
export function TaskDialogs({ task, asked, onClose, onGone }: Props) {
  const one = { task, onClose }
  switch (asked) {
    case 'edit':
      return <EditDialog {...one} />
    case 'decline':
      return <DeclineDialog {...one} />
    case 'reassign':
      return <ReassignDialog {...one} />
    case 'reopen':
      return <ReopenDialog {...one} />
    case 'withdraw':
      return <WithdrawDialog {...one} onGone={onGone} />
  }
}
