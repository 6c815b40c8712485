import type { Contract } from '@attune/contract'
import { clientWithRecord, therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

const planRead = { resource: 'safety-plan', subject: 'client' } as const

export const safetyPolicy = {
  plan: clientWithRecord,
  save: clientWithRecord,
  keepOffline: clientWithRecord,
  share: {
    ...clientWithRecord,
    // `sibling` is another client of the same therapist. The input names only the therapist, who is the same for both
    // clients.
    reach: { client: ['own', 'sibling'] },
  },
  planOf: { ...therapistOnly, auditRead: { ...planRead, when: ({ plan }) => plan !== null } },
  saveFor: { ...therapistOnly, auditRead: { ...planRead, refusals: ['CHANGED'] } },
} satisfies FeaturePolicy<Contract['safety']>
