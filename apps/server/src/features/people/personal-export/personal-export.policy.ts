import type { Contract } from '@attune/contract'
import { fullySignedIn, therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

/** The export of all records: the therapist must confirm the sign-in again if the last confirmation was not recent. */
const recentTherapist = { ...therapistOnly, assurance: 'recent' } as const

export const personalExportPolicy = {
  find: fullySignedIn,
  start: {
    ...fullySignedIn,
    limit: { perHour: 10 },
    audited: { action: 'export', resource: 'account', object: 'caller', change: 'own' },
  },
  download: {
    ...fullySignedIn,
    limit: { perHour: 30 },
    audited: { action: 'download', resource: 'personal-export', object: 'caller' },
  },
  remove: fullySignedIn,
  findRecords: therapistOnly,
  startRecords: {
    ...recentTherapist,
    limit: { perHour: 10 },
    audited: { action: 'export', resource: 'client-records', object: 'caller', change: 'own' },
  },
  downloadRecords: {
    ...recentTherapist,
    limit: { perHour: 30 },
    audited: { action: 'download', resource: 'client-records', object: 'caller' },
  },
  removeRecords: therapistOnly,
} satisfies FeaturePolicy<Contract['personalExport']>
