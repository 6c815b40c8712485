import { richFrom } from '@attune/contract/common/rich-text'
import type { Contract } from '@attune/contract'
import type { PolicyOf, Whose } from '../../platform/policy/policy.ts'
import type { Things, World } from '../../testing/world.ts'

type Which = Extract<keyof Things, `${string}askId`>

const act = (who: 'therapist' | 'client', which: Which = 'taskId') => ({
  who: [who],
  strength: 'full' as const,
  specimen: (world: World, whose: Whose) => ({ id: world.of(whose)[which], command: world.newId() }),
})

const plain = { kind: 'plain', note: '' } as const
const facts = {
  title: 'Three names',
  description: richFrom('Write down three names.'),
  priority: 'medium',
  form: { kind: 'plain' },
} as const

export const taskPolicy = {
  list: {
    who: ['therapist', 'client'],
    strength: 'full',
    foreign: 'empty',
    specimen: (world, whose) => ({ clientId: world.of(whose).clientId }),
  },
  board: { who: ['therapist'], strength: 'full', specimen: () => ({}) },
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
      ...facts,
      dueDay: '2027-01-04',
      delivery: { how: 'now' },
    }),
  },
  edit: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({ id: world.of(whose).taskId, version: 0, ...facts, dueDay: null, files: [] }),
  },
  start: act('client'),
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
  undo: act('client', 'handedInTaskId'),
  decline: {
    who: ['client'],
    strength: 'full',
    specimen: (world, whose) => ({ ...act('client').specimen(world, whose), reason: 'Too much this week.' }),
  },
  reassign: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({ ...act('therapist', 'declinedTaskId').specimen(world, whose), dueDay: null }),
  },
  reopen: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({
      ...act('therapist', 'handedInTaskId').specimen(world, whose),
      comment: 'One more, please.',
    }),
  },
  withdraw: act('therapist'),
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
    specimen: (world, whose) => ({ clientId: world.of(whose).clientId }),
  },
  templates: { who: ['therapist'], strength: 'full', specimen: () => ({}) },
  saveTemplate: { who: ['therapist'], strength: 'full', specimen: (world) => ({ id: world.newId(), ...facts }) },
  dropTemplate: {
    who: ['therapist'],
    strength: 'full',
    specimen: (world, whose) => ({ id: world.of(whose).templateId }),
  },
} satisfies PolicyOf<Contract['task']>
