import type { Contract } from '@attune/contract'
import type { RichText } from '@attune/contract/common/rich-text'
import type { PolicyOf, Whose } from '../../platform/policy/policy.ts'
import type { Things, World } from '../../testing/world.ts'

type TaskIdKey = Extract<keyof Things, `${string}askId`>

const commandPolicy = (who: 'therapist' | 'client', key: TaskIdKey = 'taskId') => ({
  who: [who],
  strength: 'full' as const,
  specimen: (world: World, whose: Whose) => ({ id: world.of(whose)[key], command: world.newId() }),
})

const plain = { kind: 'plain', note: '' } as const
const checklist = (world: World) => ({
  kind: 'checklist' as const,
  items: [{ id: world.newId(), text: 'Ida' }],
})
const sampleText: RichText = {
  type: 'doc',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text: 'Write down three names.', marks: [{ type: 'bold' }] }] },
  ],
}
const withPicture = (world: World, whose: Whose): RichText => ({
  type: 'doc',
  content: [...sampleText.content, { type: 'image', attrs: { fileId: world.of(whose).handoutId, alt: '' } }],
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
    strength: 'full',
    foreign: 'empty',
    specimen: (world, whose) => ({ clientId: world.of(whose).clientId, withWaiting: true, limit: 100 }),
    more: {
      status: () => 'assigned',
      part: () => 'overdue',
      priority: () => 'medium',
      sessionId: (world, whose) => world.of(whose).sessionId,
      dueFrom: () => '2026-11-01',
      dueUntil: () => '2026-11-30',
      after: (world) => `1_${world.newId()}`,
    },
  },
  board: {
    who: ['therapist'],
    strength: 'full',
    specimen: () => ({}),
    more: { clientId: (world, whose) => world.of(whose).clientId },
  },
  mine: { who: ['client'], strength: 'full', specimen: () => ({}) },
  get: {
    who: ['therapist', 'client'],
    strength: 'full',
    opens: {
      thing: 'task-answer',
      of: 'task',
      where: ({ answer, comments }) => answer !== null || comments.some(({ by }) => by === 'client'),
    },
    specimen: (world, whose) => ({ id: world.of(whose).handedInTaskId }),
  },
  dues: { who: ['therapist', 'client', 'admin'], strength: 'full', specimen: () => ({}) },
  counts: { who: ['therapist', 'client'], strength: 'full', specimen: () => ({}) },
  assign: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({
      id: world.newId(),
      clientIds: [world.of(whose).clientId],
      ...sampleContent,
      dueDay: '2027-01-04',
      delivery: { how: 'now' },
    }),
    more: {
      description: withPicture,
      files: (world, whose) => [world.of(whose).handoutId],
      delivery: (world, whose) => ({ how: 'after', taskId: world.of(whose).taskId }),
      sessionId: (world, whose) => world.of(whose).sessionId,
      repeat: () => ({ every: 'weekly', count: 2 }),
      form: checklist,
    },
  },
  edit: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({ id: world.of(whose).taskId, version: 0, ...sampleContent, dueDay: null, files: [] }),
    more: { description: withPicture, files: (world, whose) => [world.of(whose).handoutId], form: checklist },
  },
  start: commandPolicy('client'),
  saveDraft: {
    who: ['client'],
    strength: 'full',
    specimen: (world, whose) => ({ id: world.of(whose).taskId, answer: { ...plain, note: 'Ida' }, version: 0 }),
  },
  complete: {
    who: ['client'],
    strength: 'full',
    specimen: (world, whose) => ({ id: world.of(whose).begunTaskId, command: world.newId(), answer: plain }),
  },
  undo: commandPolicy('client', 'handedInTaskId'),
  decline: {
    who: ['client'],
    strength: 'full',
    specimen: (world, whose) => ({ ...commandPolicy('client').specimen(world, whose), reason: 'Too much this week.' }),
  },
  reassign: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({
      ...commandPolicy('therapist', 'declinedTaskId').specimen(world, whose),
      dueDay: null,
    }),
  },
  reopen: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({
      ...commandPolicy('therapist', 'handedInTaskId').specimen(world, whose),
      comment: 'One more, please.',
    }),
  },
  withdraw: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({ ...commandPolicy('therapist').specimen(world, whose), following: true }),
  },
  comment: {
    who: ['therapist', 'client'],
    strength: 'full',
    specimen: (world, whose) => ({ id: world.newId(), taskId: world.of(whose).taskId, text: 'Which names?' }),
  },
  acknowledge: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({ id: world.of(whose).handedInTaskId }),
  },
  progress: {
    who: ['therapist', 'client'],
    strength: 'full',
    opens: { thing: 'task-answer', of: 'client' },
    specimen: (world, whose) => ({ clientId: world.of(whose).clientId, weeks: 12 }),
  },
  templates: { who: ['therapist'], strength: 'full', specimen: () => ({}) },
  saveTemplate: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world) => ({ id: world.newId(), ...sampleContent }),
    more: { form: checklist },
  },
  dropTemplate: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({ id: world.of(whose).templateId }),
  },
} satisfies PolicyOf<Contract['task']>
