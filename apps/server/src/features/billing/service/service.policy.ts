import type { Contract } from '@attune/contract'
import { therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const servicePolicy = {
  list: therapistOnly,
  add: { ...therapistOnly, limit: { perHour: 240 } },
  edit: therapistOnly,
  setArchived: therapistOnly,
  pricesOf: therapistOnly,
  savePrice: therapistOnly,
} satisfies FeaturePolicy<Contract['service']>
