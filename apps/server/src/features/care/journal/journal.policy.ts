import type { Contract } from '@attune/contract'
import { clientOnly, therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const journalPolicy = {
  list: clientOnly,
  days: clientOnly,
  onThisDay: clientOnly,
  tags: clientOnly,
  get: clientOnly,
  save: { ...clientOnly, limit: { perHour: 60, when: ({ version }) => version === 0 } },
  share: clientOnly,
  publish: clientOnly,
  revoke: clientOnly,
  trash: clientOnly,
  restore: clientOnly,
  erase: clientOnly,
  therapists: clientOnly,
  settings: clientOnly,
  saveSettings: clientOnly,
  exportAll: { ...clientOnly, readsLoginFirst: true },

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
