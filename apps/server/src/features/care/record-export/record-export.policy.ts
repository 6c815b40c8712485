import type { Contract } from '@attune/contract'
import { therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const recordExportPolicy = {
  names: {
    ...therapistOnly,
    limit: { perHour: 600 },
    auditRead: { resource: 'note', subject: 'client', when: ({ places }) => places.length > 0 },
  },
  sharedParts: { ...therapistOnly, limit: { perHour: 600 } },
  start: {
    ...therapistOnly,
    limit: { perHour: 60 },
    audited: { action: 'export', resource: 'client-record' },
    auditRead: { resource: 'record-export', subject: 'client' },
  },
} satisfies FeaturePolicy<Contract['recordExport']>
