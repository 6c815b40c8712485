import type { ChangeRequest, Session } from '@attune/contract/features/schedule/session/session'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { requesterName, counterpartName } from '../summary/status.tsx'
import { NewTimeDialog } from './NewTimeDialog.tsx'
import { useUndoMove } from '../undo.ts'

type Props = { session: Session; onClose: () => void }

/**
 * Lets the therapist move a session. The server sends the email one minute later, and the therapist can undo the move
 * until then.
 */
export function MoveSessionDialog({ session, onClose }: Props) {
  const { t } = useTranslation(['sessionDialog', 'negotiation', 'session'])
  const undo = useUndoMove(session)
  const name = counterpartName(session, 'therapist')
  return (
    <NewTimeDialog
      session={session}
      viewer="therapist"
      dialogKey="moving"
      zone={session.therapist.zone}
      mayAnyway
      mayAgree={{ label: t('session:plan.agreed'), hint: t('moving.agreedHint') }}
      consequence={(agreed) => t(agreed ? 'moving.consequenceAgreed' : 'moving.consequence', { name })}
      send={(time) => api.session.move({ id: session.id, ...time })}
      done={(_, answer) => ({
        variant: 'success',
        title: t('negotiation:done.move', { name }),
        action: { label: t('negotiation:undo'), onClick: () => undo(answer as Session) },
      })}
      onClose={onClose}
    />
  )
}

/** Lets the therapist propose another time for a requested session. */
export function ProposeTimeDialog({ session, onClose }: Props) {
  const { t } = useTranslation(['sessionDialog', 'negotiation'])
  const name = counterpartName(session, 'therapist')
  return (
    <NewTimeDialog
      session={session}
      viewer="therapist"
      dialogKey="countering"
      zone={session.therapist.zone}
      mayAnyway
      consequence={() => t('countering.consequence', { name })}
      send={({ startsAt, durationMinutes, reason, anyway, command }) =>
        api.session.counter({ id: session.id, command, startsAt, durationMinutes, reason, anyway })
      }
      done={() => ({ variant: 'success', title: t('negotiation:done.counter', { name }) })}
      onClose={onClose}
    />
  )
}

/** Lets the therapist propose another time for a move that a client has requested. */
export function ProposeTimeForChangeDialog({ session, change, onClose }: Props & { change: ChangeRequest }) {
  const { t } = useTranslation(['sessionDialog', 'negotiation'])
  const name = requesterName(session, change)
  const wish = { startsAt: change.proposedStartsAt, endsAt: change.proposedEndsAt }
  return (
    <NewTimeDialog
      session={session}
      viewer="therapist"
      dialogKey="countering"
      from={wish.startsAt && wish.endsAt ? { startsAt: wish.startsAt, endsAt: wish.endsAt } : undefined}
      zone={session.therapist.zone}
      consequence={() => t('countering.consequenceChange', { name })}
      send={({ startsAt, durationMinutes, reason, command }) =>
        api.changeRequest.counter({ id: change.id, command, startsAt, durationMinutes, reason })
      }
      done={() => ({ variant: 'success', title: t('negotiation:done.counter', { name }) })}
      onClose={onClose}
    />
  )
}
