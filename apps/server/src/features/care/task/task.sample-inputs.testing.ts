import type { Contract } from '@attune/contract'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import type { Ownership } from '../../../platform/policy/policy.ts'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { Fixtures, TestContext } from '../../../testing/fixtures/test-context.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

type TaskIdKey = Extract<keyof Fixtures, `${string}askId`>

/** Returns a command on a task: the id of the task and a new command id. */
const commandOn = (key: TaskIdKey) => ({
  input: (context: TestContext, whose: Ownership) => ({ id: context.fixturesOf(whose)[key], command: context.newId() }),
})
/** Returns a command on a task with further fields, such as a reason. */
const commandWith = <More extends object>(key: TaskIdKey, more: More) => ({
  input: (context: TestContext, whose: Ownership) => ({ ...commandOn(key).input(context, whose), ...more }),
})

const plain = { kind: 'plain', note: '' } as const
const checklist = (context: TestContext) => ({
  kind: 'checklist' as const,
  items: [{ id: context.newId(), text: 'Ida' }],
})
const sampleText: RichText = {
  type: 'doc',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text: 'Write down three names.', marks: [{ type: 'bold' }] }] },
  ],
}
const withPicture = (context: TestContext, whose: Ownership): RichText => ({
  type: 'doc',
  content: [
    ...sampleText.content,
    { type: 'image', attrs: { fileId: context.fixturesOf(whose).therapistFileId, alt: '' } },
  ],
})
const sampleContent = {
  title: 'Three names',
  description: sampleText,
  priority: 'medium',
} as const
const measure = (context: TestContext, whose: Ownership) => ({
  kind: 'measure' as const,
  measureId: context.fixturesOf(whose).measureId,
  showResult: true,
})

/**
 * Sample tasks are delivered later, because a client can have only one open copy of a questionnaire at a time. All inputs have the same instant,
 * because the matrix compares them.
 */
const tomorrow = new Date(Date.now() + 86_400_000).toISOString()

const inputs = {
  list: {
    input: (context, whose) => ({ clientId: context.fixturesOf(whose).clientId, withWaiting: true, limit: 100 }),
    fields: {
      status: () => 'assigned',
      part: () => 'overdue',
      priority: () => 'medium',
      sessionId: (context, whose) => context.fixturesOf(whose).sessionId,
      dueFrom: () => '2026-11-01',
      dueUntil: () => '2026-11-30',
      after: (context) => `1_${context.newId()}`,
    },
  },
  board: {
    input: () => ({}),
    fields: { clientId: (context, whose) => context.fixturesOf(whose).clientId },
  },
  mine: emptyInput,
  get: { input: (context, whose) => ({ id: context.fixturesOf(whose).submittedTaskId }) },
  dueDates: emptyInput,
  counts: emptyInput,
  assign: {
    input: (context, whose) => ({
      id: context.newId(),
      clientIds: [context.fixturesOf(whose).clientId],
      ...sampleContent,
      form: measure(context, whose),
      dueDay: '2027-01-04',
      delivery: { how: 'at', at: tomorrow },
    }),
    fields: {
      description: withPicture,
      files: (context, whose) => [context.fixturesOf(whose).therapistFileId],
      delivery: (context, whose) => ({ how: 'after', taskId: context.fixturesOf(whose).taskId }),
      sessionId: (context, whose) => context.fixturesOf(whose).sessionId,
      repeat: () => ({ every: 'weekly', count: 2 }),
      form: checklist,
    },
  },
  edit: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).taskId,
      version: 0,
      ...sampleContent,
      form: measure(context, whose),
      dueDay: null,
      files: [],
    }),
    fields: {
      description: withPicture,
      files: (context, whose) => [context.fixturesOf(whose).therapistFileId],
      form: checklist,
    },
  },
  start: commandOn('taskId'),
  saveDraft: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).taskId,
      answer: { ...plain, note: 'Ida' },
      version: 0,
    }),
  },
  complete: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).startedTaskId,
      command: context.newId(),
      answer: plain,
      answeredAt: new Date().toISOString(),
    }),
  },
  undo: commandOn('submittedTaskId'),
  decline: commandWith('taskId', { reason: 'Too much this week.' }),
  reassign: commandWith('declinedTaskId', { dueDay: null }),
  reopen: commandWith('submittedTaskId', { comment: 'One more, please.' }),
  withdraw: commandWith('taskId', { following: true }),
  comment: {
    input: (context, whose) => ({
      id: context.newId(),
      taskId: context.fixturesOf(whose).taskId,
      text: 'Which names?',
    }),
  },
  acknowledge: { input: (context, whose) => ({ id: context.fixturesOf(whose).submittedTaskId }) },
  ownProgress: emptyInput,
  progress: { input: (context, whose) => ({ clientId: context.fixturesOf(whose).clientId, weeks: 12 }) },
  measures: { input: () => ({}), fields: { opening: () => 'of another installation' } },
  measuresToSend: emptyInput,
  templates: emptyInput,
  saveTemplate: {
    input: (context, whose) => ({ id: context.newId(), ...sampleContent, form: measure(context, whose) }),
    fields: { form: checklist },
  },
  deleteTemplate: { input: (context, whose) => ({ id: context.fixturesOf(whose).templateId }) },
} satisfies SampleInputs<Contract['task']>

const rows = {
  task: ({ mark, therapistId, clientId, sessionId, rowId }) => ({
    id: rowId('task'),
    therapist_id: therapistId,
    client_id: clientId,
    act_id: rowId('task'),
    title: mark,
    description: { type: 'doc', content: [{ type: 'paragraph', text: mark }] },
    form: { kind: 'plain' },
    kind: 'plain',
    priority: 'medium',
    assigned_at: new Date(),
    zone: 'UTC',
    session_id: sessionId,
  }),
  task_file: ({ therapistId, rowId }) => ({
    therapist_id: therapistId,
    task_id: rowId('task'),
    account_id: therapistId,
    file_id: rowId('worksheet'),
  }),
  task_client: ({ therapistId, clientId, rowId }) => ({
    therapist_id: therapistId,
    task_id: rowId('task'),
    client_id: clientId,
  }),
  task_history: ({ mark, therapistId, rowId }) => ({
    therapist_id: therapistId,
    task_id: rowId('task'),
    at: new Date(),
    by_account: therapistId,
    by_role: 'therapist',
    action: 'assign',
    to_status: 'assigned',
    reason: mark,
    command: rowId('task'),
  }),
  task_draft: ({ mark, therapistId, clientAccountId, rowId }) => ({
    account_id: clientAccountId,
    therapist_id: therapistId,
    task_id: rowId('task'),
    answer: { kind: 'plain', note: mark },
    saved_at: new Date(),
  }),
  task_answer: ({ mark, therapistId, rowId }) => ({
    therapist_id: therapistId,
    task_id: rowId('task'),
    answer: { kind: 'plain', note: mark },
    submitted_at: new Date(),
  }),
  task_comment: ({ mark, therapistId, rowId }) => ({
    id: rowId('task_comment'),
    therapist_id: therapistId,
    task_id: rowId('task'),
    by_role: 'client',
    text: mark,
    at: new Date(),
  }),
  task_template: ({ mark, therapistId, rowId }) => ({
    id: rowId('task_template'),
    therapist_id: therapistId,
    title: mark,
    description: { type: 'doc', content: [{ type: 'paragraph', text: mark }] },
    form: { kind: 'plain' },
    priority: 'medium',
    updated_at: new Date(),
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  task_draft: 'holds work that a person has not finished',
  task_file: 'has no example yet',
} satisfies EmptyInDemo<typeof rows>

export const taskSamples = { inputs, rows, emptyInDemo }
