import type { Contract } from '@attune/contract'
import { clientOnly, therapistOnly, therapistOrClient, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const taskPolicy = {
  list: { ...therapistOrClient, outOfReach: 'empty' },
  board: therapistOnly,
  mine: clientOnly,
  get: {
    ...therapistOrClient,
    auditRead: {
      resource: 'task-answer',
      subject: 'task',
      when: ({ answer, comments }) => answer !== null || comments.some(({ by }) => by === 'client'),
    },
  },
  dueDates: { who: ['therapist', 'client', 'admin'], assurance: 'full' },
  counts: therapistOrClient,
  assign: { ...therapistOnly, limit: { perHour: 240 } },
  edit: therapistOnly,
  start: clientOnly,
  saveDraft: clientOnly,
  complete: clientOnly,
  undo: clientOnly,
  decline: clientOnly,
  reassign: therapistOnly,
  reopen: therapistOnly,
  withdraw: therapistOnly,
  comment: { ...therapistOrClient, limit: { perHour: 120 } },
  acknowledge: therapistOnly,
  progress: { ...therapistOrClient, auditRead: { resource: 'task-answer', subject: 'client' } },
  ownProgress: clientOnly,
  measures: therapistOnly,
  measuresToSend: therapistOnly,
  templates: therapistOnly,
  saveTemplate: { ...therapistOnly, limit: { perHour: 120 } },
  deleteTemplate: therapistOnly,
} satisfies FeaturePolicy<Contract['task']>
