import { z } from 'zod'
import { textLengths } from '../../../common/text/lengths.ts'
import {
  byId,
  byIdWithCommand,
  ClientId,
  Command,
  Done,
  EmptyInput,
  FileId,
  PersonId,
  SessionId,
  TaskCommentId,
  TaskId,
  TaskTemplateId,
  TherapistId,
} from '../../../common/ids.ts'
import { pageOf, paging } from '../../../common/paging.ts'
import { read, write } from '../../../common/procedure.ts'
import { limitRefusal } from '../../../common/refusals.ts'
import { RichText } from '../../../common/rich-text/rich-text.schemas.ts'
import { requiredText } from '../../../common/text/text.schemas.ts'
import { Day, Instant } from '../../../common/time/time.schemas.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { File } from '../file/file.ts'
import { MeasureResult } from '../measure/measure.schemas.ts'
import { NewTask, Priority, TaskEdit, TaskTemplate, templateFields } from './task.fields.ts'
import { TaskKind, TaskAnswer, TaskForm, QuestionnaireName } from './task.forms.ts'
import { ClientTaskProgress, OwnTaskProgress } from './task.progress.ts'
import { MeasureOverview, MeasureToSend } from './task.measures.ts'
import { isLongEnoughToDecline } from './task.rules.ts'
import { taskStatuses, taskActions, type TaskAction } from './task.states.ts'

export const TaskStatus = z.enum(taskStatuses)
export type TaskStatus = z.infer<typeof TaskStatus>

const may = z.strictObject(
  Object.fromEntries(taskActions.map((key) => [key, z.boolean()])) as Record<TaskAction, z.ZodBoolean>,
)

/** A task as its viewer sees it (row 3.02), with the actions that the viewer can take. */
export const Task = z.strictObject({
  id: TaskId,
  title: z.string(),
  kind: TaskKind,
  status: TaskStatus,
  priority: Priority,
  /** A day in the client's zone; null for no due date. */
  dueDay: Day.nullable(),
  /** Whether the task is open and the due day has passed in the client's zone. */
  overdue: z.boolean(),
  assignedAt: z.string(),
  /**
   * If the viewer is the therapist: the time at which the task is or was delivered to the client; null while the delivery depends on the
   * completion of another task.
   */
  deliveredAt: z.string().nullable(),
  /** Null until the client has started the task. */
  startedAt: z.string().nullable(),
  /** Null until the client has completed the task. */
  completedAt: z.string().nullable(),
  /** The reason that the client gave for declining; empty if the task was not declined. */
  declineReason: z.string(),
  /** For a repeated task: `number` is the position of this repeat, `of` the number of all repeats; null for other tasks. */
  repeat: z.strictObject({ number: z.number(), of: z.number() }).nullable(),
  client: z.strictObject({
    id: ClientId,
    personId: PersonId,
    firstName: z.string(),
    lastName: z.string(),
    avatarUrl: z.string().nullable(),
  }),
  therapist: z.strictObject({ id: TherapistId, name: z.string(), avatarUrl: z.string().nullable() }),
  /** The session to which the task belongs; null for none. */
  sessionId: SessionId.nullable(),
  /** The number of comments. */
  comments: z.number(),
  /** The number of files. */
  files: z.number(),
  /** Whether the client has an unsubmitted draft; always false for a therapist. */
  hasDraft: z.boolean(),
  /** Whether the task was archived when the connection ended. An archived task can only be withdrawn. */
  archived: z.boolean(),
  /**
   * Whether the answer indicates a risk that the therapist should review ('raised') or has reviewed ('acknowledged'). Always 'none' if the
   * viewer is a client.
   */
  flag: z.enum(['none', 'raised', 'acknowledged']),
  /** The number of changes. An edit sends the version on which it is based. */
  version: z.number(),
  may,
})
export type Task = z.infer<typeof Task>

export const ListedTask = z.strictObject({
  ...Task.shape,
  /** The score of the questionnaire that the client submitted; null for other tasks. Always null if the viewer is a client. */
  result: z.strictObject({ name: QuestionnaireName, score: z.number() }).nullable(),
  /** The main result of the therapist's measure that the client submitted; null for other tasks and without scores. Always null for a client. */
  measure: MeasureResult.pick({ title: true, score: true, range: true, band: true, isAlert: true }).nullable(),
})
export type ListedTask = z.infer<typeof ListedTask>

const TaskComment = z.strictObject({
  id: TaskCommentId,
  by: z.enum(['therapist', 'client']),
  text: z.string(),
  at: z.string(),
})

/** A task with its content, comments and history. */
export const TaskDetail = z.strictObject({
  task: Task,
  description: RichText,
  form: TaskForm,
  files: z.array(File),
  /**
   * The answer that the client submitted last; null before the first submission. `score` is the score of a questionnaire or the main score of a
   * measure. `results` has one result per score of a measure, in the viewer's language; empty for other tasks. If the viewer is the client, `score`
   * is null and `results` empty unless the form has `showResult`. `answeredAt` is the time on the client's device if the answer waited there for a
   * connection; null otherwise.
   */
  answer: z
    .strictObject({
      answer: TaskAnswer,
      handedInAt: z.string(),
      answeredAt: z.string().nullable(),
      score: z.number().nullable(),
      results: z.array(MeasureResult),
    })
    .nullable(),
  /**
   * For a therapist: the highest answer, 1 to 3, to the ninth item of the PHQ-9 among the flagged answers that are not
   * acknowledged. Null if there are none, and for a measure. Always null for a client.
   */
  flaggedPoints: z.number().nullable(),
  /** The client's draft of an answer. Always null if the viewer is the therapist. */
  draft: z.strictObject({ answer: TaskAnswer, version: z.number(), savedAt: z.string() }).nullable(),
  comments: z.array(TaskComment),
  /** The events of the task, oldest first. `reason` is the client's reason for declining; empty for other events. */
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

const ILLEGAL = { ILLEGAL_TRANSITION: { status: 409, data: z.object({ status: TaskStatus }) } } as const
/** The refusal of a draft or an answer if another device has saved a different draft. Contains that other draft. */
const OTHER_DRAFT = {
  CHANGED: { status: 409, data: z.object({ answer: TaskAnswer, version: z.number() }) },
} as const
const INACTIVE = { CLIENT_INACTIVE: { status: 409 } } as const
/** The refusal of a questionnaire for clients who have not answered their copy of it yet. Contains the ids of these clients. */
const OPEN_COPY = { OPEN_COPY: { status: 409, data: z.object({ clientIds: z.array(ClientId) }) } } as const
/** The refusal of a task with an attached file that failed the file check. Contains the id of the file. */
const FILES = { FILE_REFUSED: { status: 409, data: z.object({ id: FileId }) } } as const

/** The reason that a client gives for declining a task (row 5.05). */
export const DeclineReason = requiredText(textLengths.reason).refine(isLongEnoughToDecline, 'TOO_SHORT')

/** The tables of this feature that a browser can subscribe to. */
export const taskTables = {
  tasks: { table: 'task', filters: ['id', 'therapist_id', 'status'] },
  task_clients: { table: 'task_client', filters: ['task_id', 'client_id', 'therapist_id'] },
  task_comments: { table: 'task_comment', filters: ['id', 'task_id', 'therapist_id'] },
  task_answers: { table: 'task_answer', filters: ['task_id', 'therapist_id'] },
} as const satisfies RealtimeTables

export const TaskCounts = z.strictObject({ open: z.number(), overdue: z.number(), flagged: z.number() })

export const task = {
  /**
   * The tasks of the therapist, or the tasks delivered to the client. Open tasks are sorted by due day. Ended tasks are sorted by the time at which
   * they ended, latest first.
   */
  list: read
    .input(
      z.strictObject({
        status: TaskStatus.optional(),
        part: z.enum(['open', 'overdue', 'ended']).optional(),
        priority: Priority.optional(),
        clientId: ClientId.optional(),
        sessionId: SessionId.optional(),
        dueFrom: Day.optional(),
        dueUntil: Day.optional(),
        /** Whether to include repeats that are not delivered yet. */
        withWaiting: z.boolean().default(false),
        ...paging,
      }),
    )
    .output(pageOf(ListedTask)),
  /** The therapist's tasks in one column per stored status. Each column has the number of its tasks and the first 50 of them. */
  board: read.input(z.strictObject({ clientId: ClientId.optional() })).output(
    z.strictObject({
      columns: z.array(z.strictObject({ status: TaskStatus, count: z.number(), items: z.array(Task) })),
      given: z.number(),
      overdue: z.number(),
      declined: z.number(),
    }),
  ),
  /**
   * The client's tasks in three groups. `soon`: due after today and not started. `today`: all other open tasks, overdue tasks first.
   * `done`: the tasks that ended last.
   */
  mine: read
    .input(EmptyInput)
    .output(z.strictObject({ today: z.array(Task), soon: z.array(Task), done: z.array(Task), doneCount: z.number() })),
  get: read.input(byId(TaskId)).output(TaskDetail),
  /** The status and due day of the actor's tasks, at most 1,000 (row 7.02). Empty for an admin. */
  dueDates: read
    .input(EmptyInput)
    .output(z.strictObject({ items: z.array(z.strictObject({ status: TaskStatus, dueDay: Day.nullable() })) })),
  /** The numbers for the badge: open tasks, overdue tasks and, for a therapist, flagged answers that the therapist has not acknowledged. */
  counts: read.input(EmptyInput).output(TaskCounts),
  assign: write
    .input(NewTask)
    .output(z.strictObject({ items: z.array(Task) }))
    .errors({ ...INACTIVE, ...FILES, ...OPEN_COPY }),
  edit: write
    .input(TaskEdit)
    .output(Task)
    .errors({ ...ILLEGAL, ...FILES, CHANGED: { status: 409, data: Task } }),
  start: write.input(byIdWithCommand(TaskId)).output(Task).errors(ILLEGAL),
  /**
   * Saves the draft of an answer. Only the client can read the draft. An assigned task becomes 'in-progress'. Refuses with CHANGED and the other
   * draft if another device has saved one, and with ILLEGAL_TRANSITION if the task cannot be answered.
   */
  saveDraft: write
    .input(z.strictObject({ id: TaskId, answer: TaskAnswer, version: z.int().min(0) }))
    .output(z.strictObject({ version: z.number(), savedAt: z.string() }))
    .errors({ ...ILLEGAL, ...OTHER_DRAFT }),
  /**
   * Submits the answer. If `safety` in the result is true, the browser shows the safety page. Refuses with ILLEGAL_TRANSITION, with INCOMPLETE if the
   * form needs more answers, and with CHANGED if another device has saved a different draft, because submitting would lose that draft. `answeredAt`
   * is the time on the device at which the client submitted, which is earlier than the request if the device was offline.
   */
  complete: write
    .input(z.strictObject({ id: TaskId, command: Command, answer: TaskAnswer, answeredAt: Instant.optional() }))
    .output(z.strictObject({ task: Task, safety: z.boolean() }))
    .errors({ ...ILLEGAL, ...OTHER_DRAFT, INCOMPLETE: { status: 409 } }),
  undo: write.input(byIdWithCommand(TaskId)).output(Task).errors(ILLEGAL),
  decline: write
    .input(z.strictObject({ id: TaskId, command: Command, reason: DeclineReason }))
    .output(Task)
    .errors(ILLEGAL),
  reassign: write
    .input(z.strictObject({ id: TaskId, command: Command, dueDay: Day.nullable() }))
    .output(Task)
    .errors({ ...ILLEGAL, ...INACTIVE, ...OPEN_COPY }),
  reopen: write
    .input(z.strictObject({ id: TaskId, command: Command, comment: requiredText(textLengths.taskComment) }))
    .output(Task)
    .errors({ ...ILLEGAL, ...INACTIVE, ...OPEN_COPY }),
  /**
   * Withdraws a task. With `following`, also withdraws the later repeats that are still open. Undelivered tasks that follow a withdrawn task no
   * longer wait for it.
   */
  withdraw: write
    .input(z.strictObject({ id: TaskId, command: Command, following: z.boolean().default(false) }))
    .output(z.strictObject({ withdrawn: z.array(TaskId) }))
    .errors(ILLEGAL),
  comment: write
    .input(z.strictObject({ id: TaskCommentId, taskId: TaskId, text: requiredText(textLengths.taskComment) }))
    .output(TaskComment)
    .errors(INACTIVE),
  /** Marks a flagged answer as reviewed by the therapist. */
  acknowledge: write.input(byId(TaskId)).output(Task),
  /** A client's tasks, check-ins and scores of the last weeks. Weeks begin on Monday in the client's zone. */
  progress: read
    .input(z.strictObject({ clientId: ClientId, weeks: z.int().min(4).max(52).default(12) }))
    .output(ClientTaskProgress),
  /** The number of tasks that the caller has recently completed, with the check-ins and scores of the last `ownProgressWeeks.answers` weeks. */
  ownProgress: read.input(EmptyInput).output(OwnTaskProgress),
  /**
   * The latest scores of the therapist's connected clients, and the measures that they have not answered. Adds one line to the access log of each
   * client whose score it returns, once per opening of the page: with the `opening` of an earlier response, only for clients who were not in that
   * response.
   */
  measures: read.input(z.strictObject({ opening: z.string().max(100_000).optional() })).output(MeasureOverview),
  /** The measures that the therapist can send. The measures that were sent most often in the last `measureUseDays` days come first. */
  measuresToSend: read.input(EmptyInput).output(z.strictObject({ items: z.array(MeasureToSend) })),
  templates: read.input(EmptyInput).output(z.strictObject({ items: z.array(TaskTemplate) })),
  /**
   * Creates a template, or replaces the template with this id. Refuses with LIMIT_REACHED for more than 200 templates, and with NOT_FOUND for a
   * measure that cannot be sent.
   */
  saveTemplate: write
    .input(z.strictObject({ id: TaskTemplateId, ...templateFields }))
    .output(TaskTemplate)
    .errors(limitRefusal),
  deleteTemplate: write.input(byId(TaskTemplateId)).output(Done),
}
