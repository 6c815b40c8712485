import { contract } from '@attune/contract'
import type { ClientId, SessionId } from '@attune/contract/common/ids'
import type { GuardedSession } from '@attune/contract/features/people/guardian/guardian.sessions'
import type { GuardianRight } from '@attune/contract/features/people/guardian/guardian.rules'
import { implement } from '@orpc/server'
import { createIdempotent } from '../../../../platform/command/handle-command.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import type { Context } from '../../../../platform/policy/context.ts'
import { operation } from '../../../../platform/policy/operation.ts'
import { findSlots } from '../../../schedule/availability/availability.ts'
import {
  acceptCounter,
  closeChangeRequest,
  readChangeRequest,
  requestCancel,
  requestMove,
} from '../../../schedule/change-request/change-request.ts'
import { answerSession, requestSession } from '../../../schedule/session/session.ts'
import {
  type ActedFor,
  listSessionsFor,
  readGuardedSession,
  readGuardianHome,
  readSessionFor,
  requireRights,
} from './guardian.sessions.ts'

const on = implement(contract.guardian).$context<Context>()

type Step = (tx: Tx, acted: ActedFor, now: Date) => Promise<SessionId>

/** Performs a step for a guardian who has the given rights, and returns the session after the step. */
const run = (
  { app, actor }: Context,
  { actingFor }: { actingFor: ClientId },
  rights: GuardianRight[],
  step: Step,
): Promise<GuardedSession> =>
  app.db.asActor(actor, async (tx) => {
    const now = app.clock.now()
    const acted = await requireRights(tx, actingFor, ...rights)
    return readGuardedSession(tx, await step(tx, acted, now), acted, now)
  })

const answers: GuardianRight[] = ['sessions']
const asks: GuardianRight[] = ['sessions', 'requests']

export const guardianSessionsHandlers = {
  home: operation(on.home, (tx, { actingFor }, now) => readGuardianHome(tx, actingFor, now)),
  sessions: operation(on.sessions, listSessionsFor),
  session: operation(on.session, readSessionFor),

  acceptSession: on.acceptSession.handler(({ input, context }) =>
    run(context, input, answers, async (tx, _acted, now) => {
      await answerSession(tx, 'accept', input, now)
      return input.id
    }),
  ),
  declineSession: on.declineSession.handler(({ input, context }) =>
    run(context, input, answers, async (tx, _acted, now) => {
      await answerSession(tx, 'decline', input, now)
      return input.id
    }),
  ),
  withdrawSession: on.withdrawSession.handler(({ input, context }) =>
    run(context, input, asks, async (tx, _acted, now) => {
      await answerSession(tx, 'withdraw', input, now)
      return input.id
    }),
  ),

  freeTimes: operation(on.freeTimes, async (tx, { actingFor, ...window }, now) => {
    const { therapistId } = await requireRights(tx, actingFor, ...asks)
    return findSlots(tx, therapistId, window, now)
  }),
  requestSession: on.requestSession.handler(({ input, context }) =>
    createIdempotent('session_pkey', () =>
      run(context, input, asks, async (tx, { therapistId }, now) => {
        await requestSession(tx, { ...input, therapistId, typeId: null }, now)
        return input.id
      }),
    ),
  ),
  requestMove: on.requestMove.handler(({ input, context }) =>
    createIdempotent('change_request_pkey', () =>
      run(context, input, asks, async (tx, _acted, now) => {
        await requestMove(tx, input, now)
        return input.sessionId
      }),
    ),
  ),
  requestCancel: on.requestCancel.handler(({ input, context }) =>
    createIdempotent('change_request_pkey', () =>
      run(context, input, asks, async (tx, _acted, now) => {
        await requestCancel(tx, input, now)
        return input.sessionId
      }),
    ),
  ),

  withdrawChange: on.withdrawChange.handler(({ input, context }) =>
    run(context, input, asks, async (tx, _acted, now) => {
      await closeChangeRequest(tx, 'withdrawChange', input, now)
      return (await readChangeRequest(tx, input.id)).sessionId
    }),
  ),
  acceptProposedTime: on.acceptProposedTime.handler(({ input, context }) =>
    run(context, input, answers, async (tx, _acted, now) => {
      await acceptCounter(tx, input, now)
      return (await readChangeRequest(tx, input.id)).sessionId
    }),
  ),
  declineProposedTime: on.declineProposedTime.handler(({ input, context }) =>
    run(context, input, answers, async (tx, _acted, now) => {
      await closeChangeRequest(tx, 'declineCounter', input, now)
      return (await readChangeRequest(tx, input.id)).sessionId
    }),
  ),
}
