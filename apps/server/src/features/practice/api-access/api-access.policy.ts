import type { Contract } from '@attune/contract'
import { adminOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const apiAccessPolicy = {
  get: adminOnly,
  allowOrigin: { ...adminOnly, audited: { action: 'allow', resource: 'api-origin', change: 'own' } },
  removeOrigin: { ...adminOnly, audited: { action: 'remove', resource: 'api-origin', change: 'own' } },
  saveLimit: { ...adminOnly, audited: { action: 'change', resource: 'request-limit', change: 'own' } },
} satisfies FeaturePolicy<Contract['apiAccess']>
