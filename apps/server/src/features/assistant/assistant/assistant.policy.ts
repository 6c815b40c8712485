import type { Contract } from '@attune/contract'
import { auditRefusalsOnly } from '../../../platform/policy/audit-read.ts'
import { therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

const asksAnHour = 300

const switching = { ...therapistOnly, limit: { perHour: 60 } } as const
const ownAccount = { resource: 'account', object: 'caller', change: 'own' } as const

export const assistantPolicy = {
  status: therapistOnly,
  switchOn: { ...switching, audited: { action: 'switch-on-assistant', ...ownAccount } },
  switchOff: { ...switching, audited: { action: 'switch-off-assistant', ...ownAccount } },
  sources: therapistOnly,
  source: therapistOnly,
  preview: therapistOnly,
  // The audit row is inserted when the request is sent.
  ask: { ...therapistOnly, limit: { perHour: asksAnHour } },
  drafts: therapistOnly,
  deleteDraft: {
    ...therapistOnly,
    audited: { action: 'delete-assistant-draft', resource: 'assistant-draft', change: 'own' },
  },
  accept: {
    ...therapistOnly,
    audited: { action: 'accept-assistant-draft', resource: 'session', change: 'own' },
    auditRead: { resource: 'note', subject: 'session', when: auditRefusalsOnly, refusals: ['NOTE_CHANGED'] },
  },
  conversations: therapistOnly,
  conversation: therapistOnly,
  deleteConversation: {
    ...therapistOnly,
    audited: { action: 'delete-assistant-conversation', resource: 'assistant-conversation', change: 'own' },
  },
} satisfies FeaturePolicy<Contract['assistant']>
