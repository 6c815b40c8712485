import { z } from 'zod'
import { textLengths } from '../common/lengths.ts'
import { Id, EmptyInput, Done, IdWithCommand, Command, ById } from '../common/ids.ts'
import { pageOf, paging } from '../common/paging.ts'
import { procedure } from '../common/procedure.ts'
import { RichText, richTextUpTo } from '../common/rich-text.schemas.ts'
import { imageIdsOf } from '../common/rich-text.ts'
import { requiredText } from '../common/text.schemas.ts'
import { Day, Instant } from '../common/time.schemas.ts'
import { filesPerResource } from './file.rules.ts'
import { File } from './file.ts'
import { TaskKind, TaskAnswer, TaskForm, QuestionnaireName } from './task.forms.ts'
import {
  priorities,
  maxTaskDescriptionLength,
  maxTaskRepeats,
  taskRepeats,
  minTaskRepeats,
  isLongEnoughToDecline,
} from './task.rules.ts'
import { taskStatuses, taskActions, type TaskAction } from './task.states.ts'

export const TaskStatus = z.enum(taskStatuses)
export type TaskStatus = z.infer<typeof TaskStatus>

export const Priority = z.enum(priorities)
export type Priority = z.infer<typeof Priority>

const may = z.strictObject(
  Object.fromEntries(taskActions.map((key) => [key, z.boolean()])) as Record<TaskAction, z.ZodBoolean>,
)

/** A task as its viewer sees it (row 3.02), with the actions that the viewer can take. */
export const Task = z.strictObject({
  id: Id,
  title: z.string(),
  kind: TaskKind,
  status: TaskStatus,
  priority: Priority,
  /** A day in the client's zone; null for no due date. */
  dueDay: Day.nullable(),
  /** Whether the task is open and the due day has passed in the client's zone. */
  overdue: z.boolean(),
  assignedAt: z.string(),
  /** For the therapist: when the task is or was delivered; null while it waits for the previous task. */
  deliveredAt: z.string().nullable(),
  startedAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  /** Why the client declined; empty if the task was not declined. */
  declineReason: z.string(),
  /** For a repeated task: its number, and how many there are. */
  repeat: z.strictObject({ number: z.number(), of: z.number() }).nullable(),
  client: z.strictObject({ id: Id, firstName: z.string(), lastName: z.string(), avatarUrl: z.string().nullable() }),
  therapist: z.strictObject({ id: Id, name: z.string(), avatarUrl: z.string().nullable() }),
  sessionId: Id.nullable(),
  comments: z.number(),
  files: z.number(),
  /** Whether the client has an unsubmitted draft; always false for a therapist. */
  hasDraft: z.boolean(),
  /** Whether the task was archived when the connection ended. It can only be withdrawn. */
  archived: z.boolean(),
  /** Whether the therapist should review the answer; always 'none' for a client. */
  flag: z.enum(['none', 'raised', 'acknowledged']),
  version: z.number(),
  may,
})
export type Task = z.infer<typeof Task>

const TaskComment = z.strictObject({ id: Id, by: z.enum(['therapist', 'client']), text: z.string(), at: z.string() })

export const TaskDetail = z.strictObject({
  task: Task,
  description: RichText,
  form: TaskForm,
  files: z.array(File),
  /** The last submitted answer. */
  answer: z.strictObject({ answer: TaskAnswer, handedInAt: z.string(), score: z.number().nullable() }).nullable(),
  /** The client's draft; null for the therapist. */
  draft: z.strictObject({ answer: TaskAnswer, version: z.number(), savedAt: z.string() }).nullable(),
  comments: z.array(TaskComment),
  /** The events of the task, oldest first. */
  history: z.array(
    z.strictObject({
      at: z.string(),
      by: z.enum(['therapist', 'client', 'product']),
      action: z.enum(['assign', 'deliver', 'archive', ...taskActions]),
      reason: z.string(),
    }),
  ),
})
export type TaskDetail = z.infer<typeof TaskDetail>

const taskFields = {
  title: requiredText(textLengths.title),
  description: richTextUpTo(maxTaskDescriptionLength),
  priority: Priority,
  form: TaskForm,
}
/** A template owns no files: the cleanup job would delete the images in its description. */
const withoutImages = taskFields.description.refine((doc) => imageIdsOf(doc).length === 0, 'NO_IMAGES')
const files = z.array(Id).max(filesPerResource)

export const NewTask = z
  .strictObject({
    /** The id of the command. The id of each row is derived from it, the client and the number of the row. */
    id: Id,
    clientIds: z.array(Id).min(1).max(30),
    ...taskFields,
    dueDay: Day.nullable(),
    files: files.default([]),
    delivery: z.discriminatedUnion('how', [
      z.strictObject({ how: z.literal('now') }),
      z.strictObject({ how: z.literal('at'), at: Instant }),
      /** Delivers the task when the client submits the other task with the id `taskId`. */
      z.strictObject({ how: z.literal('after'), taskId: Id }),
    ]),
    /** Creates separate rows, the first for the due day. Each is delivered when the due day of the previous one has passed. */
    repeat: z
      .strictObject({ every: z.enum(taskRepeats), count: z.int().min(minTaskRepeats).max(maxTaskRepeats) })
      .nullable()
      .default(null),
    sessionId: Id.nullable().default(null),
  })
  .refine(({ clientIds }) => new Set(clientIds).size === clientIds.length, { error: 'TWICE', path: ['clientIds'] })
  .refine(({ repeat, dueDay }) => !repeat || dueDay !== null, { error: 'DUE_TO_REPEAT', path: ['dueDay'] })
  .refine(({ delivery, clientIds }) => delivery.how !== 'after' || clientIds.length === 1, {
    error: 'ONE_CLIENT',
    path: ['clientIds'],
  })
export type NewTask = z.input<typeof NewTask>

export const TaskTemplate = z.strictObject({ id: Id, ...taskFields, updatedAt: z.string() })
export type TaskTemplate = z.infer<typeof TaskTemplate>

const ILLEGAL = { ILLEGAL_TRANSITION: { status: 409, data: z.object({ status: TaskStatus }) } } as const
/** The draft that another device has saved. */
const OTHER_DRAFT = {
  CHANGED: { status: 409, data: z.object({ answer: TaskAnswer, version: z.number() }) },
} as const
const INACTIVE = { CLIENT_INACTIVE: { status: 409 } } as const
/** A file was refused by its check. */
const FILES = { FILE_REFUSED: { status: 409, data: z.object({ id: Id }) } } as const

/** Row 5.05. */
export const DeclineReason = requiredText(textLengths.reason).refine(isLongEnoughToDecline, 'TOO_SHORT')

export const task = {
  /** A therapist's tasks, or a client's delivered tasks: open ones by due day, ended ones latest first. */
  list: procedure
    .input(
      z.strictObject({
        status: TaskStatus.optional(),
        part: z.enum(['open', 'overdue', 'ended']).optional(),
        priority: Priority.optional(),
        clientId: Id.optional(),
        sessionId: Id.optional(),
        dueFrom: Day.optional(),
        dueUntil: Day.optional(),
        /** Includes repeated rows that are not delivered yet. */
        withWaiting: z.boolean().default(false),
        ...paging,
      }),
    )
    .output(pageOf(Task)),
  /** The therapist's board: the four stored states, each with its count and its first 50 tasks. */
  board: procedure.input(z.strictObject({ clientId: Id.optional() })).output(
    z.strictObject({
      columns: z.array(z.strictObject({ status: TaskStatus, count: z.number(), items: z.array(Task) })),
      given: z.number(),
      overdue: z.number(),
      declined: z.number(),
    }),
  ),
  /** The client's tasks. `soon`: due later and not started. `today`: other open tasks, overdue ones first. `done`: the last ended ones. */
  mine: procedure
    .input(EmptyInput)
    .output(z.strictObject({ today: z.array(Task), soon: z.array(Task), done: z.array(Task), doneCount: z.number() })),
  get: procedure.input(ById).output(TaskDetail),
  /** Row 7.02: the due days of the actor's tasks, at most 1,000. An admin has none. */
  dues: procedure
    .input(EmptyInput)
    .output(z.strictObject({ items: z.array(z.strictObject({ status: TaskStatus, dueDay: Day.nullable() })) })),
  /** Counts for the badge: open tasks, overdue tasks, and for a therapist flagged answers that are not acknowledged. */
  counts: procedure
    .input(EmptyInput)
    .output(z.strictObject({ open: z.number(), overdue: z.number(), flagged: z.number() })),
  assign: procedure
    .input(NewTask)
    .output(z.strictObject({ items: z.array(Task) }))
    .errors({ ...INACTIVE, ...FILES }),
  edit: procedure
    .input(z.strictObject({ id: Id, version: z.int(), ...taskFields, dueDay: Day.nullable(), files }))
    .output(Task)
    .errors({ ...ILLEGAL, ...FILES, CHANGED: { status: 409, data: Task } }),
  start: procedure.input(IdWithCommand).output(Task).errors(ILLEGAL),
  /** Saves the client's draft, which only the client can read. Starts an assigned task. */
  saveDraft: procedure
    .input(z.strictObject({ id: Id, answer: TaskAnswer, version: z.int().min(0) }))
    .output(z.strictObject({ version: z.number(), savedAt: z.string() }))
    .errors({ ...ILLEGAL, ...OTHER_DRAFT }),
  /**
   * Submits the answer. `INCOMPLETE`: the form needs more. `CHANGED`: another device has saved a different draft, which would be lost.
   * `safety`: the client should see the safety page now.
   */
  complete: procedure
    .input(z.strictObject({ id: Id, command: Command, answer: TaskAnswer }))
    .output(z.strictObject({ task: Task, score: z.number().nullable(), safety: z.boolean() }))
    .errors({ ...ILLEGAL, ...OTHER_DRAFT, INCOMPLETE: { status: 409 } }),
  undo: procedure.input(IdWithCommand).output(Task).errors(ILLEGAL),
  decline: procedure
    .input(z.strictObject({ id: Id, command: Command, reason: DeclineReason }))
    .output(Task)
    .errors(ILLEGAL),
  reassign: procedure
    .input(z.strictObject({ id: Id, command: Command, dueDay: Day.nullable() }))
    .output(Task)
    .errors({ ...ILLEGAL, ...INACTIVE }),
  reopen: procedure
    .input(z.strictObject({ id: Id, command: Command, comment: requiredText(textLengths.taskComment) }))
    .output(Task)
    .errors({ ...ILLEGAL, ...INACTIVE }),
  /** Withdraws a task. `following` also withdraws the later open rows of the same repetition. */
  withdraw: procedure
    .input(z.strictObject({ id: Id, command: Command, following: z.boolean().default(false) }))
    .output(z.strictObject({ withdrawn: z.array(Id) }))
    .errors(ILLEGAL),
  comment: procedure
    .input(z.strictObject({ id: Id, taskId: Id, text: requiredText(textLengths.taskComment) }))
    .output(TaskComment)
    .errors(INACTIVE),
  /** Marks a flagged answer as reviewed by the therapist. */
  acknowledge: procedure.input(ById).output(Task),
  /** A client's progress over time. Weeks begin on Monday in the client's zone. */
  progress: procedure.input(z.strictObject({ clientId: Id, weeks: z.int().min(4).max(52).default(12) })).output(
    z.strictObject({
      weeks: z.array(z.strictObject({ from: Day, due: z.number(), completed: z.number(), declined: z.number() })),
      checkIns: z.array(z.strictObject({ at: z.string(), title: z.string(), value: z.number() })),
      scores: z.array(z.strictObject({ at: z.string(), name: QuestionnaireName, score: z.number() })),
    }),
  ),
  templates: procedure.input(EmptyInput).output(z.strictObject({ items: z.array(TaskTemplate) })),
  /** Creates a template, or replaces the one with this id. At most 200. */
  saveTemplate: procedure
    .input(z.strictObject({ id: Id, ...taskFields, description: withoutImages }))
    .output(TaskTemplate)
    .errors({ TOO_MANY: { status: 409 } }),
  dropTemplate: procedure.input(ById).output(Done),
}
