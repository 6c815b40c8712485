import type { Contract } from '@attune/contract'
import { clientOnly, therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

/** `give` inserts its audit row itself, because the estimate gets its id during the call. */
export const estimatePolicy = {
  overview: therapistOnly,
  warnings: therapistOnly,
  get: therapistOnly,
  saveDraft: therapistOnly,
  removeDraft: therapistOnly,
  give: { ...therapistOnly, limit: { perHour: 240 } },
  recordRequest: { ...therapistOnly, limit: { perHour: 240 } },
  removeRequest: therapistOnly,
  mine: clientOnly,
} satisfies FeaturePolicy<Contract['estimate']>
