import type { Contract } from '@attune/contract'
import { clientWithRecord, therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const journalPolicy = {
  list: clientWithRecord,
  days: clientWithRecord,
  onThisDay: clientWithRecord,
  tags: clientWithRecord,
  get: clientWithRecord,
  save: { ...clientWithRecord, limit: { perHour: 60, when: ({ version }) => version === 0 } },
  share: clientWithRecord,
  publish: clientWithRecord,
  revoke: clientWithRecord,
  trash: clientWithRecord,
  restore: clientWithRecord,
  erase: clientWithRecord,
  therapists: clientWithRecord,
  settings: clientWithRecord,
  saveSettings: clientWithRecord,
  exportAll: { ...clientWithRecord, readsLoginFirst: true },

  shared: { ...therapistOnly, outOfReach: 'empty' },
  read: { ...therapistOnly, auditRead: { resource: 'journal-entry', subject: 'entry' } },
  markUnread: therapistOnly,
  counts: therapistOnly,
  addComment: { ...therapistOnly, limit: { perHour: 120 } },
  comments: {
    ...therapistOnly,
    auditRead: { resource: 'note', subject: 'client', when: ({ items }) => items.length > 0 },
    outOfReach: 'empty',
  },
  deleteComment: therapistOnly,
  reply: { ...therapistOnly, limit: { perHour: 120 } },
} satisfies FeaturePolicy<Contract['journal']>
