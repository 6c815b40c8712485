import { contract } from '@attune/contract'
import type { Task } from '@attune/contract/features/task'
import { implement } from '@orpc/server'
import type { Tx } from '../../platform/database/actor.ts'
import { violates } from '../../platform/database/violation.ts'
import type { Context } from '../../platform/policy/context.ts'
import { conflict, notFound } from '../../platform/policy/refusal.ts'
import { acknowledge } from './task.acknowledge.ts'
import { assignTasks } from './task.assign.ts'
import { comment } from './task.comments.ts'
import { taskInFull } from './task.detail.ts'
import { saveDraft } from './task.drafts.ts'
import { editTask } from './task.edit.ts'
import { completeTask } from './task.hand-in.ts'
import { progressOf } from './task.progress.ts'
import { boardOf, countsOf, duesOf, mineOf, pageOfTasks } from './task.queries.ts'
import { tasksById } from './task.view.queries.ts'
import { declineTask, reassignTask, reopenTask, startTask, undoTask } from './task.steps.ts'
import { dropTemplate, saveTemplate, templatesOf } from './task.templates.ts'
import { withdrawTask } from './task.withdraw.ts'

const on = implement(contract.task).$context<Context>()
const done = { done: true as const }

/** One transaction as the caller, with the moment of the call. */
const within = <T>({ house, actor }: Context, work: (tx: Tx, now: Date) => Promise<T>): Promise<T> =>
  house.db.asActor(actor, (tx) => work(tx, house.clock.now()))

async function taskById(tx: Tx, id: string, now: Date): Promise<Task> {
  const [task] = await tasksById(tx, [id], now)
  if (!task) throw notFound()
  return task
}

/** Runs one act and answers with the task as it is then, repeat or not. */
const acting = (context: Context, id: string, act: (tx: Tx, now: Date) => Promise<unknown>) =>
  within(context, async (tx, now) => {
    await act(tx, now)
    return taskById(tx, id, now)
  })

/** Of two that are born at once with one id the second finds the first, or an id that is another's. */
async function bearing<T>(key: string, born: () => Promise<T>): Promise<T> {
  try {
    return await born().catch((error: unknown) => {
      if (violates(error, key)) return born()
      throw error
    })
  } catch (error) {
    throw violates(error, key) ? conflict() : error
  }
}

export const taskHandlers = {
  list: on.list.handler(({ input: { after, limit, ...filters }, context }) =>
    within(context, (tx, now) => pageOfTasks(tx, filters, { after, limit }, now)),
  ),
  board: on.board.handler(({ input, context }) => within(context, (tx, now) => boardOf(tx, input.clientId, now))),
  mine: on.mine.handler(({ context }) => within(context, mineOf)),
  get: on.get.handler(({ input, context }) => within(context, (tx, now) => taskInFull(tx, input.id, now))),
  // An admin has no tasks, and no right to look for any.
  dues: on.dues.handler(async ({ context }) => ({
    items: context.actor.role === 'admin' ? [] : await within(context, duesOf),
  })),
  counts: on.counts.handler(({ context }) => within(context, countsOf)),

  assign: on.assign.handler(({ input, context }) =>
    bearing('task_pkey', () =>
      within(context, async (tx, now) => ({ items: await tasksById(tx, await assignTasks(tx, input, now), now) })),
    ),
  ),
  edit: on.edit.handler(({ input, context }) => acting(context, input.id, (tx, now) => editTask(tx, input, now))),
  start: on.start.handler(({ input, context }) => acting(context, input.id, (tx, now) => startTask(tx, input, now))),
  saveDraft: on.saveDraft.handler(({ input, context }) => within(context, (tx, now) => saveDraft(tx, input, now))),
  complete: on.complete.handler(({ input, context }) =>
    within(context, async (tx, now) => {
      const outcome = await completeTask(tx, input, now)
      return { task: await taskById(tx, input.id, now), ...outcome }
    }),
  ),
  undo: on.undo.handler(({ input, context }) => acting(context, input.id, (tx, now) => undoTask(tx, input, now))),
  decline: on.decline.handler(({ input, context }) =>
    acting(context, input.id, (tx, now) => declineTask(tx, input, now)),
  ),
  reassign: on.reassign.handler(({ input, context }) =>
    acting(context, input.id, (tx, now) => reassignTask(tx, input, now)),
  ),
  reopen: on.reopen.handler(({ input, context }) => acting(context, input.id, (tx, now) => reopenTask(tx, input, now))),
  withdraw: on.withdraw.handler(({ input, context }) =>
    within(context, async (tx, now) => ({ withdrawn: await withdrawTask(tx, input, now) })),
  ),
  comment: on.comment.handler(({ input, context }) =>
    bearing('task_comment_pkey', () => within(context, (tx, now) => comment(tx, input, now))),
  ),
  acknowledge: on.acknowledge.handler(({ input, context }) =>
    acting(context, input.id, (tx, now) => acknowledge(tx, input.id, now)),
  ),
  progress: on.progress.handler(({ input, context }) => within(context, (tx, now) => progressOf(tx, input, now))),

  templates: on.templates.handler(({ context }) => within(context, async (tx) => ({ items: await templatesOf(tx) }))),
  saveTemplate: on.saveTemplate.handler(({ input, context }) =>
    bearing('task_template_pkey', () => within(context, (tx, now) => saveTemplate(tx, input, now))),
  ),
  dropTemplate: on.dropTemplate.handler(async ({ input, context }) => {
    await within(context, (tx) => dropTemplate(tx, input.id))
    return done
  }),
}
