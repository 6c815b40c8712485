import type { Contract } from '@attune/contract'
import { therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const recordExportPolicy = {
  start: {
    ...therapistOnly,
    limit: { perHour: 60 },
    audited: { action: 'export', resource: 'client-record' },
    auditRead: { resource: 'export', subject: 'client' },
  },
} satisfies FeaturePolicy<Contract['recordExport']>
