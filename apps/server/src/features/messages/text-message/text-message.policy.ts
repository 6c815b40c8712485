import type { Contract } from '@attune/contract'
import { adminOnly, therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const textMessagePolicy = {
  options: therapistOnly,
  unassigned: therapistOnly,
  assign: { ...therapistOnly, audited: { action: 'assign-text', resource: 'message', change: 'own' } },
  discard: { ...therapistOnly, audited: { action: 'discard-text', resource: 'message', change: 'own' } },
  totals: therapistOnly,
  practiceTotals: adminOnly,
} satisfies FeaturePolicy<Contract['textMessage']>
