import type { Contract } from '@attune/contract'
import {
  clientWithRecord,
  therapistOnly,
  therapistOrClient,
  type FeaturePolicy,
} from '../../../platform/policy/policy.ts'

export const taskPolicy = {
  list: { ...therapistOrClient, needsOwnRecord: true, outOfReach: 'empty' },
  board: therapistOnly,
  mine: clientWithRecord,
  get: {
    ...therapistOrClient,
    needsOwnRecord: true,
    auditRead: {
      resource: 'task-answer',
      subject: 'task',
      when: ({ answer, comments }) => answer !== null || comments.some(({ by }) => by === 'client'),
    },
  },
  dueDates: { who: ['therapist', 'client', 'admin'], assurance: 'full', needsOwnRecord: true },
  counts: { ...therapistOrClient, needsOwnRecord: true },
  assign: { ...therapistOnly, limit: { perHour: 240 } },
  edit: therapistOnly,
  start: clientWithRecord,
  saveDraft: clientWithRecord,
  complete: clientWithRecord,
  undo: clientWithRecord,
  decline: clientWithRecord,
  reassign: therapistOnly,
  reopen: therapistOnly,
  withdraw: therapistOnly,
  comment: { ...therapistOrClient, needsOwnRecord: true, limit: { perHour: 120 } },
  acknowledge: therapistOnly,
  progress: { ...therapistOrClient, needsOwnRecord: true, auditRead: { resource: 'task-answer', subject: 'client' } },
  ownProgress: clientWithRecord,
  measures: therapistOnly,
  measuresToSend: therapistOnly,
  templates: therapistOnly,
  saveTemplate: { ...therapistOnly, limit: { perHour: 120 } },
  deleteTemplate: therapistOnly,
} satisfies FeaturePolicy<Contract['task']>
