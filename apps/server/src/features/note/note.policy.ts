import type { Contract } from '@attune/contract'
import { therapistOnly, type FeaturePolicy } from '../../platform/policy/policy.ts'
import { auditRefusalsOnly } from '../../platform/policy/audit-read.ts'

const noteOpened = { action: 'open', thing: 'note' } as const
const noteRead = { resource: 'note', subject: 'session' } as const
const sessionTextRead = { resource: 'session-texts', subject: 'session' } as const

export const notePolicy = {
  open: { ...therapistOnly, audited: noteOpened, auditRead: { ...noteRead, when: ({ text }) => text !== '' } },
  save: { ...therapistOnly, auditRead: { ...noteRead, when: auditRefusalsOnly, refusals: ['NOTE_CHANGED'] } },
  sign: { ...therapistOnly, auditRead: { ...noteRead, refusals: ['NOTE_CHANGED'] } },
  addendum: { ...therapistOnly, auditRead: noteRead },
  history: { ...therapistOnly, audited: noteOpened, auditRead: noteRead },
  toWrite: therapistOnly,
  saveText: { ...therapistOnly, auditRead: { ...sessionTextRead, refusals: ['NOTE_CHANGED'] } },
  shareText: { ...therapistOnly, auditRead: sessionTextRead },
} satisfies FeaturePolicy<Contract['note']>
