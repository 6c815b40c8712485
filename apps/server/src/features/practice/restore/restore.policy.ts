import type { Contract } from '@attune/contract'
import { adminOnly, type FeaturePolicy, therapistOnly } from '../../../platform/policy/policy.ts'

export const restorePolicy = {
  held: therapistOnly,
  decide: { ...therapistOnly, audited: { action: 'decide', resource: 'held-item', change: 'own' } },
  heldOfPractice: adminOnly,
  decideForPractice: { ...adminOnly, audited: { action: 'decide', resource: 'held-item', change: 'own' } },
} satisfies FeaturePolicy<Contract['restore']>
