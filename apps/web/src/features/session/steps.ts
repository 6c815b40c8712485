import type { ChangeRequest, Session } from '@attune/contract/features/session'
import { stateAfter, type SessionAction, type Viewer } from '@attune/contract/features/session.states'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { standing, useAct, type Details } from './acts.ts'
import { askerOf, calledBy } from './marks.tsx'

type Extra = { reason?: string; anyway?: boolean; absent?: string[] }
type Options = {
  refused?: (error: unknown) => boolean
  onDone?: () => void
  once?: boolean
  undo?: ((after: Session) => unknown) | undefined
}

/** The steps that need no new time. */
export type Step = Exclude<SessionAction, 'move' | 'counter'>
/** In whose way nothing stands: they are shown before the answer is there. */
const sure: readonly Step[] = ['acceptOnBehalf', 'withdraw', 'complete', 'noShow', 'correct']

const hopeful = (session: Session, step: Step) =>
  sure.includes(step) || (step === 'accept' && session.therapyType === 'individual')

/** A step of a session's state machine, as a mutation. `once`: it is pressed in a dialog, which is one act. `undo`: it can be taken back. */
export function useStep(session: Session, viewer: Viewer, step: Step, { undo, ...options }: Options = {}) {
  const { t } = useTranslation('negotiation')
  const name = calledBy(session, viewer)
  return useAct<Extra, unknown>({
    session,
    viewer,
    of: options.once ? undefined : session.revision,
    send: (input) => api.session[step]({ id: session.id, ...input }),
    done: (answer) => ({
      variant: 'success',
      title: t(`done.${step}`, { name }),
      ...(undo && { action: { label: t('undo'), onClick: () => void undo(answer as Session) } }),
    }),
    ...(hopeful(session, step) && {
      hope: (details: Details) => ({ ...details, session: standing(session, stateAfter(step, session.status)) }),
    }),
    ...options,
  })
}

export type ChangeStep = 'accept' | 'decline' | 'withdraw' | 'acceptCounter' | 'declineCounter'
const answerTo = { withdraw: 'withdrawn', decline: 'declined', declineCounter: 'declined' } as const

/** A step upon a client's wish for change. What leaves the session as it is can be shown at once. */
export function useChangeStep(
  session: Session,
  change: ChangeRequest,
  viewer: Viewer,
  step: ChangeStep,
  options: Options = {},
) {
  const { t } = useTranslation('negotiation')
  const state = step in answerTo ? answerTo[step as keyof typeof answerTo] : null
  return useAct<Extra, unknown>({
    session,
    viewer,
    of: options.once ? undefined : [change.state, change.answeredAt],
    send: (input) => api.changeRequest[step]({ id: change.id, ...input }),
    done: () => ({
      variant: 'success',
      title: t(`doneChange.${step}`, {
        name: viewer === 'client' ? session.therapist.name : askerOf(session, change),
        context: change.kind,
      }),
    }),
    ...(state && {
      hope: (details: Details) => ({
        ...details,
        session: { ...details.session, change: null },
        changes: details.changes.map((one) => (one.id === change.id ? { ...one, state, may: none } : one)),
      }),
    }),
    ...options,
  })
}

const none = {
  accept: false,
  decline: false,
  counter: false,
  withdraw: false,
  acceptCounter: false,
  declineCounter: false,
}
