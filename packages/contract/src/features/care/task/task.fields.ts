import { z } from 'zod'
import { ClientId, FileId, Id, SessionId, TaskId, TaskTemplateId } from '../../../common/ids.ts'
import { textLengths } from '../../../common/text/lengths.ts'
import { richTextUpTo } from '../../../common/rich-text/rich-text.schemas.ts'
import { imageIdsOf } from '../../../common/rich-text/rich-text.ts'
import { requiredText } from '../../../common/text/text.schemas.ts'
import { Day, Instant } from '../../../common/time/time.schemas.ts'
import { filesPerResource } from '../file/file.rules.ts'
import { TaskForm } from './task.forms.ts'
import { canRepeatUntil } from './task.repeats.rules.ts'
import { maxTaskDescriptionLength, maxTaskRepeats, minTaskRepeats, priorities, taskRepeats } from './task.rules.ts'

export const Priority = z.enum(priorities)
export type Priority = z.infer<typeof Priority>

const taskFields = {
  title: requiredText(textLengths.title),
  description: richTextUpTo(maxTaskDescriptionLength),
  priority: Priority,
  form: TaskForm,
}
/**
 * The fields of a new template. The description cannot contain images. A template does not keep files, so the cleanup job would delete the
 * images.
 */
export const templateFields = {
  ...taskFields,
  description: taskFields.description.refine((doc) => imageIdsOf(doc).length === 0, 'NO_IMAGES'),
}
const taskFileIds = z.array(FileId).max(filesPerResource)

/** The input for assigning a task to one or more clients. */
export const NewTask = z
  .strictObject({
    /** The id of the command. The id of each created row is derived from this id, the client and the number of the repeat. */
    id: Id,
    clientIds: z.array(ClientId).min(1).max(30),
    ...taskFields,
    /** A day in the client's zone; null for no due date. */
    dueDay: Day.nullable(),
    files: taskFileIds.default([]),
    /** The time at which the client gets the task. */
    delivery: z.discriminatedUnion('how', [
      z.strictObject({ how: z.literal('now') }),
      z.strictObject({ how: z.literal('at'), at: Instant }),
      /** Delivers the task when the client completes the task with the id `taskId`. */
      z.strictObject({ how: z.literal('after'), taskId: TaskId }),
    ]),
    /**
     * Creates one row per repeat. The first row is due on `dueDay`. Each later row is delivered after the due day of the row before it, at most a
     * week before its own due day. The repeat ends after `count` rows, or with the last row that is due by `until`. In both cases, the number of rows
     * must be from `minTaskRepeats` to `maxTaskRepeats`.
     */
    repeat: z
      .union([
        z.strictObject({ every: z.enum(taskRepeats), count: z.int().min(minTaskRepeats).max(maxTaskRepeats) }),
        z.strictObject({ every: z.enum(taskRepeats), until: Day }),
      ])
      .nullable()
      .default(null),
    /** The session to which the task belongs; null for none. */
    sessionId: SessionId.nullable().default(null),
  })
  .refine(({ clientIds }) => new Set(clientIds).size === clientIds.length, { error: 'TWICE', path: ['clientIds'] })
  .refine(({ repeat, dueDay }) => !repeat || dueDay !== null, { error: 'DUE_TO_REPEAT', path: ['dueDay'] })
  .refine(
    ({ repeat, dueDay }) =>
      !repeat ||
      !('until' in repeat) ||
      !dueDay ||
      canRepeatUntil(repeat.every, { first: dueDay, until: repeat.until }),
    { error: 'REPEATS', path: ['repeat'] },
  )
  .refine(({ delivery, clientIds }) => delivery.how !== 'after' || clientIds.length === 1, {
    error: 'ONE_CLIENT',
    path: ['clientIds'],
  })
export type NewTask = z.input<typeof NewTask>

export const TaskEdit = z.strictObject({
  id: TaskId,
  /** The version of the task on which the edit is based. */
  version: z.int(),
  ...taskFields,
  /** A day in the client's zone; null for no due date. */
  dueDay: Day.nullable(),
  /** The ids of all files. */
  files: taskFileIds,
})
export type TaskEdit = z.output<typeof TaskEdit>

export const TaskTemplate = z.strictObject({ id: TaskTemplateId, ...taskFields, updatedAt: z.string() })
export type TaskTemplate = z.infer<typeof TaskTemplate>
