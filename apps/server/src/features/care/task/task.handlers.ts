import type { TaskId } from '@attune/contract/common/ids'
import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import { createIdempotent, runThenRead } from '../../../platform/command/handle-command.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { acknowledgeFlags } from './answer/acknowledge.ts'
import { assignTasks } from './assign/assign.ts'
import { addTaskComment } from './answer/comments.ts'
import { readTaskDetail } from './read/detail.ts'
import { saveTaskDraft } from './answer/drafts.ts'
import { editTask } from './assign/edit.ts'
import { completeTask } from './answer/complete.ts'
import { readMeasures } from './read/measures.ts'
import { listMeasuresToSend } from './read/measures-to-send.ts'
import { readOwnTaskProgress, readTaskProgress } from './read/progress.ts'
import { readTaskBoard, countTasks, listDueDays, readOwnTasksByDay, readTaskPage } from './read/queries.ts'
import { taskQuery, listTasksById, toTask } from './task.view.queries.ts'
import { declineTask, reassignTask, reopenTask, startTask, takeBackTask } from './answer/transitions.ts'
import { deleteTaskTemplate, saveTaskTemplate, listTaskTemplates } from './assign/templates.ts'
import { withdrawTask } from './assign/withdraw.ts'

const on = implement(contract.task).$context<Context>()
const done = { done: true as const }

/** Runs `work` in one transaction as the caller, with the current time. */
const inTransaction = <T>({ app, actor }: Context, work: (tx: Tx, now: Date) => Promise<T>): Promise<T> =>
  app.db.asActor(actor, (tx) => work(tx, app.clock.now()))

/** Runs a command on a task. Returns the task after the command. */
const run = (context: Context, id: TaskId, command: (tx: Tx, now: Date) => Promise<void>) =>
  runThenRead(context, command, taskQuery(context.actor, id), (row, now) => toTask(row, context.actor.role, now))

export const taskHandlers = {
  list: operation(on.list, (tx, { after, limit, ...filters }, now) => readTaskPage(tx, filters, { after, limit }, now)),
  board: operation(on.board, (tx, input, now) => readTaskBoard(tx, input.clientId, now)),
  mine: operation(on.mine, (tx, _input, now) => readOwnTasksByDay(tx, now)),
  get: operation(on.get, (tx, input, now) => readTaskDetail(tx, input.id, now)),
  // Admins get an empty list, because they have no tasks and no right to read tasks.
  dueDates: on.dueDates.handler(async ({ context }) => ({
    items: context.actor.role === 'admin' ? [] : await inTransaction(context, listDueDays),
  })),
  counts: operation(on.counts, (tx, _input, now) => countTasks(tx, now)),

  assign: on.assign.handler(({ input, context }) =>
    createIdempotent('task_pkey', () =>
      inTransaction(context, async (tx, now) => ({
        items: await listTasksById(tx, await assignTasks(tx, input, now), now),
      })),
    ),
  ),
  edit: on.edit.handler(({ input, context }) => run(context, input.id, (tx, now) => editTask(tx, input, now))),
  start: on.start.handler(({ input, context }) => run(context, input.id, (tx, now) => startTask(tx, input, now))),
  saveDraft: operation(on.saveDraft, saveTaskDraft),
  complete: on.complete.handler(async ({ input, context }) => {
    let safety = false
    const task = await run(context, input.id, async (tx, now) => {
      safety = await completeTask(tx, input, now)
    })
    return { task, safety }
  }),
  undo: on.undo.handler(({ input, context }) => run(context, input.id, (tx, now) => takeBackTask(tx, input, now))),
  decline: on.decline.handler(({ input, context }) => run(context, input.id, (tx, now) => declineTask(tx, input, now))),
  reassign: on.reassign.handler(({ input, context }) =>
    run(context, input.id, (tx, now) => reassignTask(tx, input, now)),
  ),
  // Reopening inserts a comment with the id of the command, so a repeat can violate the key of the comments.
  reopen: on.reopen.handler(({ input, context }) =>
    createIdempotent('task_comment_pkey', () => run(context, input.id, (tx, now) => reopenTask(tx, input, now))),
  ),
  withdraw: operation(on.withdraw, async (tx, input, now) => ({ withdrawn: await withdrawTask(tx, input, now) })),
  comment: on.comment.handler(({ input, context }) =>
    createIdempotent('task_comment_pkey', () => inTransaction(context, (tx, now) => addTaskComment(tx, input, now))),
  ),
  acknowledge: on.acknowledge.handler(({ input, context }) =>
    run(context, input.id, (tx, now) => acknowledgeFlags(tx, input.id, now)),
  ),
  progress: operation(on.progress, readTaskProgress),
  ownProgress: operation(on.ownProgress, (tx, _input, now) => readOwnTaskProgress(tx, now)),

  measures: on.measures.handler(({ input, context }) => readMeasures(context, input.opening)),
  measuresToSend: operation(on.measuresToSend, async (tx, _input, now) => ({
    items: await listMeasuresToSend(tx, now),
  })),

  templates: operation(on.templates, async (tx) => ({ items: await listTaskTemplates(tx) })),
  saveTemplate: on.saveTemplate.handler(({ input, context }) =>
    createIdempotent('task_template_pkey', () => inTransaction(context, (tx, now) => saveTaskTemplate(tx, input, now))),
  ),
  deleteTemplate: operation(on.deleteTemplate, async (tx, input) => {
    await deleteTaskTemplate(tx, input.id)
    return done
  }),
}
