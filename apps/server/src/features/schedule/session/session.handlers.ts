import type { ClientId, SessionId } from '@attune/contract/common/ids'
import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import { sql } from 'kysely'
import { createIdempotent, runThenRead } from '../../../platform/command/handle-command.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { compileSql } from '../../../platform/database/query-builder.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { logPastSession, scheduleSession } from './commands/create.ts'
import { readSessionChart } from './read/chart.ts'
import { readSessionDetail } from './read/detail.ts'
import { deleteSession, editSession } from './commands/edit.ts'
import {
  clientSessionPage,
  sessionCounts,
  sessionCursorOf,
  ownClientRecords,
  sessionPageOf,
  therapistSessionPage,
} from './read/queries.ts'
import { readSessionsBetween } from './read/between.ts'
import { bookSession } from './book/book.ts'
import { requestSession } from './book/request.ts'
import { answerSession, transitionSession } from './commands/transitions.ts'
import { restoreSession } from './commands/restore.ts'
import { cancelSessionsInBulk, moveSessionsInBulk } from './commands/bulk.ts'
import { confirmSession, proposeOtherTimeForSession, moveSession } from './commands/time-changes.ts'
import { sessionQuery, toSession } from './read/view.queries.ts'
import { listUnansweredGroups, pendingAnswerCount, listPendingAnswers } from './read/waiting.ts'

const on = implement(contract.session).$context<Context>()

/** Runs a command on a session. Returns the session after the command. */
const run = (context: Context, id: SessionId, command: (tx: Tx, now: Date) => Promise<void>) =>
  runThenRead(context, command, sessionQuery(context.actor, id), (row, now) => toSession(row, context.actor.role, now))

const create: typeof run = (context, id, command) => createIdempotent('session_pkey', () => run(context, id, command))

/**
 * Returns the client records to which a query is limited: the record in the input, otherwise all records of the acting
 * client. Returns null for a therapist who gives no record.
 */
const recordsOf = (role: string, clientId: ClientId | undefined) =>
  clientId ? sql`array[${clientId}]::uuid[]` : role === 'client' ? ownClientRecords : null

export const sessionHandlers = {
  between: on.between.handler(({ input, context }) => readSessionsBetween(context, input)),

  list: on.list.handler(async ({ input, context: { app, actor } }) => {
    const now = app.clock.now()
    const { which, after, limit, clientId, ...filters } = input
    const page = { which, after: sessionCursorOf(after), limit: limit + 1, now, filters }
    const records = recordsOf(actor.role, clientId)
    const query = records ? clientSessionPage(actor, records, page) : therapistSessionPage(actor, page)
    const rows = await app.db.readAs(actor, compileSql(query), 'index')
    return sessionPageOf(rows, limit, actor.role, now)
  }),

  counts: operation(on.counts, async (tx, { clientId, ...filters }, now) => {
    const [counts, waiting] = await Promise.all([
      sessionCounts(tx.actor, recordsOf(tx.actor.role, clientId), filters, now).execute(tx.kysely),
      pendingAnswerCount(tx.actor, now).execute(tx.kysely),
    ])
    const { upcoming = 0, history = 0 } = counts.rows[0] ?? {}
    return { upcoming, history, waiting: waiting.rows[0]?.waiting ?? 0 }
  }),

  waiting: operation(on.waiting, async (tx, _input, now) => ({ items: await listPendingAnswers(tx, now) })),

  unanswered: operation(on.unanswered, (tx, { limit }, now) => listUnansweredGroups(tx, limit, now)),

  get: operation(on.get, (tx, input, now) => readSessionDetail(tx, input.id, now)),

  chart: operation(on.chart, async (tx, { period }, now) => ({ items: await readSessionChart(tx, period, now) })),

  create: on.create.handler(({ input, context }) =>
    create(context, input.id, (tx, now) => scheduleSession(tx, input, now)),
  ),
  logPast: on.logPast.handler(({ input, context }) =>
    create(context, input.id, (tx, now) => logPastSession(tx, input, now)),
  ),
  request: on.request.handler(({ input, context }) =>
    create(context, input.id, (tx, now) => requestSession(tx, input, now)),
  ),
  book: on.book.handler(({ input, context }) => create(context, input.id, (tx, now) => bookSession(tx, input, now))),

  confirm: on.confirm.handler(({ input, context }) =>
    run(context, input.id, (tx, now) => confirmSession(tx, input, now)),
  ),
  counter: on.counter.handler(({ input, context }) =>
    run(context, input.id, (tx, now) => proposeOtherTimeForSession(tx, input, now)),
  ),
  move: on.move.handler(({ input, context }) => run(context, input.id, (tx, now) => moveSession(tx, input, now))),
  edit: on.edit.handler(({ input, context }) => run(context, input.id, (tx, now) => editSession(tx, input, now))),

  withdraw: on.withdraw.handler(({ input, context }) =>
    run(context, input.id, (tx, now) => answerSession(tx, 'withdraw', input, now)),
  ),
  accept: on.accept.handler(({ input, context }) =>
    run(context, input.id, (tx, now) => answerSession(tx, 'accept', input, now)),
  ),
  decline: on.decline.handler(({ input, context }) =>
    run(context, input.id, (tx, now) => answerSession(tx, 'decline', input, now)),
  ),

  deny: on.deny.handler(({ input, context }) =>
    run(context, input.id, (tx, now) => transitionSession(tx, 'deny', input, now)),
  ),
  acceptOnBehalf: on.acceptOnBehalf.handler(({ input, context }) =>
    run(context, input.id, (tx, now) => transitionSession(tx, 'acceptOnBehalf', input, now)),
  ),
  cancel: on.cancel.handler(({ input, context }) =>
    run(context, input.id, (tx, now) => transitionSession(tx, 'cancel', input, now)),
  ),
  cancelMany: operation(on.cancelMany, cancelSessionsInBulk),
  moveMany: operation(on.moveMany, moveSessionsInBulk),
  restore: on.restore.handler(({ input, context }) =>
    run(context, input.id, (tx, now) => restoreSession(tx, input, now)),
  ),
  complete: on.complete.handler(({ input, context }) =>
    run(context, input.id, (tx, now) => transitionSession(tx, 'complete', input, now, input)),
  ),
  noShow: on.noShow.handler(({ input, context }) =>
    run(context, input.id, (tx, now) => transitionSession(tx, 'noShow', input, now)),
  ),
  correct: on.correct.handler(({ input, context }) =>
    run(context, input.id, (tx, now) => transitionSession(tx, 'correct', input, now, input)),
  ),

  delete: operation(on.delete, async (tx, input, now) => {
    await deleteSession(tx, input, now)
    return { done: true as const }
  }),
}
