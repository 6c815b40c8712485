import type { Contract } from '@attune/contract'
import type { RichText } from '@attune/contract/common/rich-text'
import type { FeaturePolicy, Ownership } from '../../platform/policy/policy.ts'
import type { Fixtures, TestContext } from '../../testing/fixtures/test-context.ts'

type TaskIdKey = Extract<keyof Fixtures, `${string}askId`>

const commandPolicy = (who: 'therapist' | 'client', key: TaskIdKey = 'taskId') => ({
  who: [who],
  assurance: 'full' as const,
  sampleInput: (world: TestContext, whose: Ownership) => ({ id: world.fixturesOf(whose)[key], command: world.newId() }),
})

const plain = { kind: 'plain', note: '' } as const
const checklist = (world: TestContext) => ({
  kind: 'checklist' as const,
  items: [{ id: world.newId(), text: 'Ida' }],
})
const sampleText: RichText = {
  type: 'doc',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text: 'Write down three names.', marks: [{ type: 'bold' }] }] },
  ],
}
const withPicture = (world: TestContext, whose: Ownership): RichText => ({
  type: 'doc',
  content: [
    ...sampleText.content,
    { type: 'image', attrs: { fileId: world.fixturesOf(whose).therapistFileId, alt: '' } },
  ],
})
const sampleContent = {
  title: 'Three names',
  description: sampleText,
  priority: 'medium',
  form: { kind: 'plain' },
} as const

export const taskPolicy = {
  list: {
    who: ['therapist', 'client'],
    assurance: 'full',
    outOfReach: 'empty',
    sampleInput: (world, whose) => ({ clientId: world.fixturesOf(whose).clientId, withWaiting: true, limit: 100 }),
    sampleFields: {
      status: () => 'assigned',
      part: () => 'overdue',
      priority: () => 'medium',
      sessionId: (world, whose) => world.fixturesOf(whose).sessionId,
      dueFrom: () => '2026-11-01',
      dueUntil: () => '2026-11-30',
      after: (world) => `1_${world.newId()}`,
    },
  },
  board: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: () => ({}),
    sampleFields: { clientId: (world, whose) => world.fixturesOf(whose).clientId },
  },
  mine: { who: ['client'], assurance: 'full', sampleInput: () => ({}) },
  get: {
    who: ['therapist', 'client'],
    assurance: 'full',
    auditRead: {
      resource: 'task-answer',
      subject: 'task',
      when: ({ answer, comments }) => answer !== null || comments.some(({ by }) => by === 'client'),
    },
    sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).submittedTaskId }),
  },
  dues: { who: ['therapist', 'client', 'admin'], assurance: 'full', sampleInput: () => ({}) },
  counts: { who: ['therapist', 'client'], assurance: 'full', sampleInput: () => ({}) },
  assign: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({
      id: world.newId(),
      clientIds: [world.fixturesOf(whose).clientId],
      ...sampleContent,
      dueDay: '2027-01-04',
      delivery: { how: 'now' },
    }),
    sampleFields: {
      description: withPicture,
      files: (world, whose) => [world.fixturesOf(whose).therapistFileId],
      delivery: (world, whose) => ({ how: 'after', taskId: world.fixturesOf(whose).taskId }),
      sessionId: (world, whose) => world.fixturesOf(whose).sessionId,
      repeat: () => ({ every: 'weekly', count: 2 }),
      form: checklist,
    },
  },
  edit: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({
      id: world.fixturesOf(whose).taskId,
      version: 0,
      ...sampleContent,
      dueDay: null,
      files: [],
    }),
    sampleFields: {
      description: withPicture,
      files: (world, whose) => [world.fixturesOf(whose).therapistFileId],
      form: checklist,
    },
  },
  start: commandPolicy('client'),
  saveDraft: {
    who: ['client'],
    assurance: 'full',
    sampleInput: (world, whose) => ({
      id: world.fixturesOf(whose).taskId,
      answer: { ...plain, note: 'Ida' },
      version: 0,
    }),
  },
  complete: {
    who: ['client'],
    assurance: 'full',
    sampleInput: (world, whose) => ({
      id: world.fixturesOf(whose).startedTaskId,
      command: world.newId(),
      answer: plain,
    }),
  },
  undo: commandPolicy('client', 'submittedTaskId'),
  decline: {
    who: ['client'],
    assurance: 'full',
    sampleInput: (world, whose) => ({
      ...commandPolicy('client').sampleInput(world, whose),
      reason: 'Too much this week.',
    }),
  },
  reassign: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({
      ...commandPolicy('therapist', 'declinedTaskId').sampleInput(world, whose),
      dueDay: null,
    }),
  },
  reopen: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({
      ...commandPolicy('therapist', 'submittedTaskId').sampleInput(world, whose),
      comment: 'One more, please.',
    }),
  },
  withdraw: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({ ...commandPolicy('therapist').sampleInput(world, whose), following: true }),
  },
  comment: {
    who: ['therapist', 'client'],
    assurance: 'full',
    sampleInput: (world, whose) => ({
      id: world.newId(),
      taskId: world.fixturesOf(whose).taskId,
      text: 'Which names?',
    }),
  },
  acknowledge: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).submittedTaskId }),
  },
  progress: {
    who: ['therapist', 'client'],
    assurance: 'full',
    auditRead: { resource: 'task-answer', subject: 'client' },
    sampleInput: (world, whose) => ({ clientId: world.fixturesOf(whose).clientId, weeks: 12 }),
  },
  templates: { who: ['therapist'], assurance: 'full', sampleInput: () => ({}) },
  saveTemplate: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world) => ({ id: world.newId(), ...sampleContent }),
    sampleFields: { form: checklist },
  },
  dropTemplate: {
    who: ['therapist'],
    assurance: 'full',
    sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).templateId }),
  },
} satisfies FeaturePolicy<Contract['task']>
