import type { Contract } from '@attune/contract'
import { therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'
import { auditRefusalsOnly } from '../../../platform/policy/audit-read.ts'

const noteOpened = { action: 'open', resource: 'note' } as const
const noteRead = { resource: 'note', subject: 'session' } as const
const clientNotesRead = { resource: 'note', subject: 'client' } as const
const sessionTextRead = { resource: 'session-texts', subject: 'session' } as const

export const notePolicy = {
  open: { ...therapistOnly, audited: noteOpened, auditRead: { ...noteRead, when: ({ text }) => text !== '' } },
  save: {
    ...therapistOnly,
    beginsWithTransaction: true,
    auditRead: { ...noteRead, when: auditRefusalsOnly, refusals: ['NOTE_CHANGED'] },
  },
  sign: { ...therapistOnly, auditRead: { ...noteRead, refusals: ['NOTE_CHANGED'] } },
  addendum: { ...therapistOnly, auditRead: noteRead },
  history: { ...therapistOnly, audited: noteOpened, auditRead: noteRead },
  queue: therapistOnly,
  counts: therapistOnly,
  setNeededFrom: therapistOnly,
  ofClient: {
    ...therapistOnly,
    auditRead: { ...clientNotesRead, when: ({ items, aboutClient }) => aboutClient || items.length > 0 },
  },
  printOfClient: {
    ...therapistOnly,
    auditRead: { ...clientNotesRead, when: ({ items }) => items.length > 0 },
  },
  previous: {
    ...therapistOnly,
    auditRead: { ...noteRead, ids: ({ note }) => (note ? [note.sessionId] : []), when: ({ note }) => note !== null },
  },
  openClient: { ...therapistOnly, auditRead: { ...clientNotesRead, when: ({ text }) => text !== '' } },
  saveClient: {
    ...therapistOnly,
    auditRead: { ...clientNotesRead, when: auditRefusalsOnly, refusals: ['NOTE_CHANGED'] },
  },
  templates: therapistOnly,
  createTemplate: { ...therapistOnly, limit: { perHour: 120 } },
  editTemplate: therapistOnly,
  deleteTemplate: therapistOnly,
  saveText: { ...therapistOnly, auditRead: { ...sessionTextRead, refusals: ['NOTE_CHANGED'] } },
  shareText: { ...therapistOnly, auditRead: sessionTextRead },
} satisfies FeaturePolicy<Contract['note']>
