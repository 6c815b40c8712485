import { contract } from '@attune/contract'
import type { Task } from '@attune/contract/features/task'
import { implement } from '@orpc/server'
import type { Tx } from '../../platform/database/actor.ts'
import { violatesConstraint } from '../../platform/database/violation.ts'
import type { Context } from '../../platform/policy/context.ts'
import { conflict, notFound } from '../../platform/policy/refusal.ts'
import { acknowledgeFlags } from './task.acknowledge.ts'
import { assignTasks } from './task.assign.ts'
import { addTaskComment } from './task.comments.ts'
import { taskDetail } from './task.detail.ts'
import { saveTaskDraft } from './task.drafts.ts'
import { editTask } from './task.edit.ts'
import { completeTask } from './task.complete.ts'
import { taskProgress } from './task.progress.ts'
import { taskBoard, taskCounts, dueDaysOf, ownTasksByDay, taskPage } from './task.queries.ts'
import { tasksById } from './task.view.queries.ts'
import { declineTask, reassignTask, reopenTask, startTask, takeBackTask } from './task.transitions.ts'
import { deleteTaskTemplate, saveTaskTemplate, taskTemplates } from './task.templates.ts'
import { withdrawTask } from './task.withdraw.ts'

const on = implement(contract.task).$context<Context>()
const done = { done: true as const }

/** Runs work in one transaction as the caller, with the time of the call. */
const inTransaction = <T>({ app: house, actor }: Context, work: (tx: Tx, now: Date) => Promise<T>): Promise<T> =>
  house.db.asActor(actor, (tx) => work(tx, house.clock.now()))

async function taskById(tx: Tx, id: string, now: Date): Promise<Task> {
  const [task] = await tasksById(tx, [id], now)
  if (!task) throw notFound()
  return task
}

/** Runs a command and returns the task in its state afterwards, also for a repeat. */
const runCommand = (context: Context, id: string, act: (tx: Tx, now: Date) => Promise<unknown>) =>
  inTransaction(context, async (tx, now) => {
    await act(tx, now)
    return taskById(tx, id, now)
  })

/** Of two concurrent requests with one id the second finds the first row, or an id that belongs to someone else. */
async function createIdempotent<T>(key: string, create: () => Promise<T>): Promise<T> {
  try {
    return await create().catch((error: unknown) => {
      if (violatesConstraint(error, key)) return create()
      throw error
    })
  } catch (error) {
    throw violatesConstraint(error, key) ? conflict() : error
  }
}

export const taskHandlers = {
  list: on.list.handler(({ input: { after, limit, ...filters }, context }) =>
    inTransaction(context, (tx, now) => taskPage(tx, filters, { after, limit }, now)),
  ),
  board: on.board.handler(({ input, context }) =>
    inTransaction(context, (tx, now) => taskBoard(tx, input.clientId, now)),
  ),
  mine: on.mine.handler(({ context }) => inTransaction(context, ownTasksByDay)),
  get: on.get.handler(({ input, context }) => inTransaction(context, (tx, now) => taskDetail(tx, input.id, now))),
  // Admins have no tasks and no right to read any.
  dues: on.dues.handler(async ({ context }) => ({
    items: context.actor.role === 'admin' ? [] : await inTransaction(context, dueDaysOf),
  })),
  counts: on.counts.handler(({ context }) => inTransaction(context, taskCounts)),

  assign: on.assign.handler(({ input, context }) =>
    createIdempotent('task_pkey', () =>
      inTransaction(context, async (tx, now) => ({
        items: await tasksById(tx, await assignTasks(tx, input, now), now),
      })),
    ),
  ),
  edit: on.edit.handler(({ input, context }) => runCommand(context, input.id, (tx, now) => editTask(tx, input, now))),
  start: on.start.handler(({ input, context }) =>
    runCommand(context, input.id, (tx, now) => startTask(tx, input, now)),
  ),
  saveDraft: on.saveDraft.handler(({ input, context }) =>
    inTransaction(context, (tx, now) => saveTaskDraft(tx, input, now)),
  ),
  complete: on.complete.handler(({ input, context }) =>
    inTransaction(context, async (tx, now) => {
      const outcome = await completeTask(tx, input, now)
      return { task: await taskById(tx, input.id, now), ...outcome }
    }),
  ),
  undo: on.undo.handler(({ input, context }) =>
    runCommand(context, input.id, (tx, now) => takeBackTask(tx, input, now)),
  ),
  decline: on.decline.handler(({ input, context }) =>
    runCommand(context, input.id, (tx, now) => declineTask(tx, input, now)),
  ),
  reassign: on.reassign.handler(({ input, context }) =>
    runCommand(context, input.id, (tx, now) => reassignTask(tx, input, now)),
  ),
  reopen: on.reopen.handler(({ input, context }) =>
    runCommand(context, input.id, (tx, now) => reopenTask(tx, input, now)),
  ),
  withdraw: on.withdraw.handler(({ input, context }) =>
    inTransaction(context, async (tx, now) => ({ withdrawn: await withdrawTask(tx, input, now) })),
  ),
  comment: on.comment.handler(({ input, context }) =>
    createIdempotent('task_comment_pkey', () => inTransaction(context, (tx, now) => addTaskComment(tx, input, now))),
  ),
  acknowledge: on.acknowledge.handler(({ input, context }) =>
    runCommand(context, input.id, (tx, now) => acknowledgeFlags(tx, input.id, now)),
  ),
  progress: on.progress.handler(({ input, context }) =>
    inTransaction(context, (tx, now) => taskProgress(tx, input, now)),
  ),

  templates: on.templates.handler(({ context }) =>
    inTransaction(context, async (tx) => ({ items: await taskTemplates(tx) })),
  ),
  saveTemplate: on.saveTemplate.handler(({ input, context }) =>
    createIdempotent('task_template_pkey', () => inTransaction(context, (tx, now) => saveTaskTemplate(tx, input, now))),
  ),
  dropTemplate: on.dropTemplate.handler(async ({ input, context }) => {
    await inTransaction(context, (tx) => deleteTaskTemplate(tx, input.id))
    return done
  }),
}
