import type { Contract } from '@attune/contract'
import { adminOnly, recentAdminOnly, therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

const hold = { ...therapistOnly, limit: { perHour: 120 } } as const
const audited = (action: string) => ({ action, resource: 'record-hold', change: 'own' }) as const

export const recordRetentionPolicy = {
  ofClient: therapistOnly,
  placeHold: { ...hold, audited: audited('place') },
  renewHold: { ...hold, audited: audited('renew') },
  endHold: { ...hold, audited: audited('end') },
  endings: therapistOnly,
  confirmEndings: { ...therapistOnly, assurance: 'recent', limit: { perHour: 120 } },
  undoEnding: {
    ...therapistOnly,
    limit: { perHour: 1000 },
    audited: { action: 'undo-confirm', resource: 'record-ending', change: 'own' },
  },
  endingCounts: therapistOnly,
  ofPractice: adminOnly,
  keepClosedRecords: { ...recentAdminOnly, audited: { action: 'keep-records', resource: 'account', change: 'own' } },
} satisfies FeaturePolicy<Contract['recordRetention']>
