import type { ChangeRequestId } from '@attune/contract/common/ids'
import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import { createIdempotent } from '../../../platform/command/handle-command.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { notFound } from '../../../platform/policy/refusal.ts'
import { findSessionRow, toChangeRequest, toSession } from '../session/session.ts'
import { acceptChange, proposeOtherTimeForChange, declineChange } from './change-request.therapist-answer.ts'
import { requestCancel, requestMove } from './change-request.create.ts'
import { readChangeRequest } from './change-request.lock.ts'
import { acceptCounter, closeChangeRequest } from './change-request.client-answer.ts'

const on = implement(contract.changeRequest).$context<Context>()

/** Runs a command and returns the change request and its session afterwards, also for a repeated command. */
const runOnChangeRequest = async (
  { app, actor }: Context,
  id: ChangeRequestId,
  act: (tx: Tx, now: Date) => Promise<void>,
) =>
  app.db.asActor(actor, async (tx) => {
    const now = app.clock.now()
    await act(tx, now)
    const change = await readChangeRequest(tx, id)
    const row = await findSessionRow(tx, change.sessionId)
    if (!row) throw notFound()
    return { change: toChangeRequest(change, actor.role, now), session: toSession(row, actor.role, now) }
  })

const createChangeRequest: typeof runOnChangeRequest = (context, id, act) =>
  createIdempotent('change_request_pkey', () => runOnChangeRequest(context, id, act))

export const changeRequestHandlers = {
  askMove: on.askMove.handler(({ input, context }) =>
    createChangeRequest(context, input.id, (tx, now) => requestMove(tx, input, now)),
  ),
  askCancel: on.askCancel.handler(({ input, context }) =>
    createChangeRequest(context, input.id, (tx, now) => requestCancel(tx, input, now)),
  ),
  withdraw: on.withdraw.handler(({ input, context }) =>
    runOnChangeRequest(context, input.id, (tx, now) => closeChangeRequest(tx, 'withdrawChange', input, now)),
  ),
  accept: on.accept.handler(({ input, context }) =>
    runOnChangeRequest(context, input.id, (tx, now) => acceptChange(tx, input, now)),
  ),
  decline: on.decline.handler(({ input, context }) =>
    runOnChangeRequest(context, input.id, (tx, now) => declineChange(tx, input, now)),
  ),
  counter: on.counter.handler(({ input, context }) =>
    runOnChangeRequest(context, input.id, (tx, now) => proposeOtherTimeForChange(tx, input, now)),
  ),
  acceptCounter: on.acceptCounter.handler(({ input, context }) =>
    runOnChangeRequest(context, input.id, (tx, now) => acceptCounter(tx, input, now)),
  ),
  declineCounter: on.declineCounter.handler(({ input, context }) =>
    runOnChangeRequest(context, input.id, (tx, now) => closeChangeRequest(tx, 'declineCounter', input, now)),
  ),
}
