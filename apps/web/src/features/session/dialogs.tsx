import type { Session } from '@attune/contract/features/session'
import { AskCancelDialog, AskMoveDialog } from './AskDialogs.tsx'
import { ChangeOrCancel } from './ChangeOrCancel.tsx'
import { CompleteDialog } from './CompleteDialog.tsx'
import { EditDialog } from './EditDialog.tsx'
import { SeriesStep } from './OfSeries.tsx'
import { ChangeDialog, StepDialog } from './reasonDialogs.tsx'
import type { Asked } from './SessionDialogs.tsx'
import { CounterChangeDialog, CounterDialog, MoveDialog } from './timeDialogs.tsx'

type Props = { asked: Asked; onAsk: (asked: Asked) => void; onClose: () => void }

/** Whether a change must ask for its scope. A session that has begun is always changed alone. */
const needsScope = ({ seriesId, startsAt }: Session) => seriesId !== null && Date.parse(startsAt) > Date.now()

/** Renders the dialog that `asked` names. */
export function Dialogs({ asked, onAsk, onClose }: Props) {
  const { session, viewer, what } = asked
  const one = { session, onClose }
  const step = { session, viewer, onClose }
  if ((what === 'move' || what === 'edit' || what === 'cancel') && needsScope(session) && !asked.alone)
    return <SeriesStep {...one} step={what} onOne={() => onAsk({ ...asked, alone: true })} />
  switch (what) {
    case 'move':
      return <MoveDialog {...one} />
    case 'edit':
      return <EditDialog {...one} />
    case 'complete':
      return <CompleteDialog {...one} />
    case 'counter':
      return <CounterDialog {...one} />
    case 'counterChange':
      return <CounterChangeDialog {...one} change={asked.change} />
    case 'askMove':
      return <AskMoveDialog {...one} />
    case 'askCancel':
      return <AskCancelDialog {...one} />
    case 'changeOrCancel':
      return (
        <ChangeOrCancel
          {...one}
          onMove={() => onAsk({ session, viewer, what: 'askMove' })}
          onCancel={() => onAsk({ session, viewer, what: 'askCancel' })}
        />
      )
    case 'declineChange':
      return <ChangeDialog {...step} change={asked.change} step="decline" />
    case 'declineCounter':
      return <ChangeDialog {...step} change={asked.change} step="declineCounter" />
    default:
      // The key resets the dialog's state when one transition leads to another, such as delete to cancel.
      return <StepDialog key={what} {...step} step={what} onCancel={() => onAsk({ session, viewer, what: 'cancel' })} />
  }
}
