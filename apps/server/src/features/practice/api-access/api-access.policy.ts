import type { Contract } from '@attune/contract'
import { adminOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const apiAccessPolicy = {
  get: adminOnly,
  allowOrigin: { ...adminOnly, audited: { action: 'allow', thing: 'api-origin', change: 'own' } },
  removeOrigin: { ...adminOnly, audited: { action: 'remove', thing: 'api-origin', change: 'own' } },
  saveLimit: { ...adminOnly, audited: { action: 'change', thing: 'request-limit', change: 'own' } },
} satisfies FeaturePolicy<Contract['apiAccess']>
