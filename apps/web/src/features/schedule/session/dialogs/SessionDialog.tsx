import type { Session } from '@attune/contract/features/schedule/session/session'
import { RequestCancelDialog, RequestMoveDialog } from './RequestChangeDialogs.tsx'
import { AttendanceDialog } from './AttendanceDialog.tsx'
import { EditSessionDialog } from './EditSessionDialog.tsx'
import { LazySeriesDialog } from '../series/lazy-series.tsx'
import { DeclineChangeDialog, TransitionDialog } from './ReasonDialog.tsx'
import type { OpenedSessionDialog } from './SessionDialogProvider.tsx'
import { ProposeTimeForChangeDialog, ProposeTimeDialog, MoveSessionDialog } from './MoveAndProposeDialogs.tsx'

type Props = { asked: OpenedSessionDialog; onAsk: (asked: OpenedSessionDialog) => void; onClose: () => void }

/**
 * Returns whether to ask which sessions of the series to change. A change to a session that has begun always applies to
 * this session only.
 */
const needsScope = ({ seriesId, startsAt }: Session) => seriesId !== null && Date.parse(startsAt) > Date.now()

/** Renders the dialog that `asked` describes, if there is one. */
export function SessionDialog({ asked, onAsk, onClose }: Props) {
  const { session, viewer, what } = asked
  const one = { session, onClose }
  const step = { session, viewer, onClose }
  if ((what === 'move' || what === 'edit' || what === 'cancel') && needsScope(session) && !asked.alone)
    return <LazySeriesDialog {...one} step={what} onOne={() => onAsk({ ...asked, alone: true })} />
  switch (what) {
    case 'move':
      return <MoveSessionDialog {...one} />
    case 'edit':
      return <EditSessionDialog {...one} />
    case 'complete':
    case 'correct':
      return <AttendanceDialog {...one} step={what} />
    case 'counter':
      return <ProposeTimeDialog {...one} />
    case 'counterChange':
      return <ProposeTimeForChangeDialog {...one} change={asked.change} />
    case 'askMove':
      return <RequestMoveDialog {...one} />
    case 'askCancel':
      return <RequestCancelDialog {...one} />
    case 'declineChange':
      return <DeclineChangeDialog {...step} change={asked.change} step="decline" />
    case 'declineCounter':
      return <DeclineChangeDialog {...step} change={asked.change} step="declineCounter" />
    default:
      // The key resets the state when another transition replaces this dialog, for example when the user cancels a
      // session instead of deleting it.
      return (
        <TransitionDialog
          key={what}
          {...step}
          step={what}
          onCancel={() => onAsk({ session, viewer, what: 'cancel' })}
        />
      )
  }
}
