import type { Contract } from '@attune/contract'
import { therapistOrClient, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const filePolicy = {
  address: { ...therapistOrClient, auditRead: { resource: 'file', subject: 'file' } },
  mine: { ...therapistOrClient, outOfReach: 'empty' },
  delete: { ...therapistOrClient, reach: { therapist: [] } },
} satisfies FeaturePolicy<Contract['file']>
