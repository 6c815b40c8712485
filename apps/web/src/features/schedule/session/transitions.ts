import type { ClientId } from '@attune/contract/common/ids'
import type { ChangeRequest, Session } from '@attune/contract/features/schedule/session/session'
import type { Attendance } from '@attune/contract/features/schedule/session/session.rules'
import type { SessionStatus } from '@attune/contract/features/schedule/session/session.schemas'
import {
  sessionStatusAfter,
  type SessionAction,
  type ViewerRole,
} from '@attune/contract/features/schedule/session/session.states'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { withOptimisticStatus, useSessionMutation, type SessionDetailsData } from './summary/mutations.ts'
import { requesterName, counterpartName } from './summary/status.tsx'

type TransitionInput = {
  reason?: string
  anyway?: boolean
  attendance?: { clientId: ClientId; attendance: Attendance }[]
}
type Options = {
  refused?: (error: unknown) => boolean
  onDone?: () => void
  once?: boolean
  undo?: ((after: Session) => unknown) | undefined
  /**
   * The status that the screen shows before the server answers. It depends on the attendance in the input; by default, the state machine determines
   * it.
   */
  outcome?: SessionStatus
}

/** The session transitions that need no new time. */
export type SessionTransition = Exclude<SessionAction, 'move' | 'counter'>
/**
 * The transitions that cannot conflict with another session. The screen shows their result before the server answers.
 */
const cannotConflict: readonly SessionTransition[] = ['acceptOnBehalf', 'withdraw', 'complete', 'noShow', 'correct']

const isOptimistic = (session: Session, step: SessionTransition) =>
  cannotConflict.includes(step) || (step === 'accept' && session.therapyType === 'individual')

/**
 * Returns a mutation that runs one session transition.
 *
 * @param options With `once`, which dialogs set, the command id depends on the input only. A repeated request then has
 *   no further effect, even if the session has changed in the meantime. `undo` adds an Undo button to the success toast.
 */
export function useSessionTransition(
  session: Session,
  viewer: ViewerRole,
  step: SessionTransition,
  { undo, outcome, ...options }: Options = {},
) {
  const { t } = useTranslation('negotiation')
  const name = counterpartName(session, viewer)
  return useSessionMutation<TransitionInput, unknown>({
    session,
    viewer,
    decidedOn: options.once ? undefined : session.revision,
    act: step === 'delete' ? 'delete' : 'update',
    send: (input) => api.session[step]({ id: session.id, ...input }),
    done: (answer) => ({
      variant: 'success',
      title: t(`done.${step}`, { name }),
      ...(undo && { action: { label: t('undo'), onClick: () => void undo(answer as Session) } }),
    }),
    ...(isOptimistic(session, step) && {
      optimistic: (details: SessionDetailsData) => ({
        ...details,
        session: withOptimisticStatus(session, outcome ?? sessionStatusAfter(step, session.status)),
      }),
    }),
    ...options,
  })
}

export type ChangeRequestTransition = 'accept' | 'decline' | 'withdraw' | 'acceptCounter' | 'declineCounter'
const stateAfterAnswer = { withdraw: 'withdrawn', decline: 'declined', declineCounter: 'declined' } as const

/**
 * Returns a mutation that runs one transition of a change request. The screen shows a decline or withdrawal before the
 * server answers, because the session then keeps its time.
 */
export function useChangeRequestTransition(
  session: Session,
  change: ChangeRequest,
  viewer: ViewerRole,
  step: ChangeRequestTransition,
  options: Options = {},
) {
  const { t } = useTranslation('negotiation')
  const state = step in stateAfterAnswer ? stateAfterAnswer[step as keyof typeof stateAfterAnswer] : null
  return useSessionMutation<TransitionInput, unknown>({
    session,
    viewer,
    decidedOn: options.once ? undefined : [change.state, change.answeredAt],
    act: 'update',
    send: (input) => api.changeRequest[step]({ id: change.id, ...input }),
    done: () => ({
      variant: 'success',
      title: t(`doneChange.${step}`, {
        name: viewer === 'client' ? session.therapist.name : requesterName(session, change),
        context: change.kind,
      }),
    }),
    ...(state && {
      optimistic: (details: SessionDetailsData) => ({
        ...details,
        session: { ...details.session, change: null },
        changes: details.changes.map((one) => (one.id === change.id ? { ...one, state, may: nothingAllowed } : one)),
      }),
    }),
    ...options,
  })
}

const nothingAllowed = {
  accept: false,
  decline: false,
  counter: false,
  withdraw: false,
  acceptCounter: false,
  declineCounter: false,
}
