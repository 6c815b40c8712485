import type { Contract } from '@attune/contract'
import { therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const clientTagPolicy = {
  list: therapistOnly,
  create: { ...therapistOnly, limit: { perHour: 120 } },
  edit: therapistOnly,
  delete: therapistOnly,
  addToClient: therapistOnly,
  removeFromClient: therapistOnly,
} satisfies FeaturePolicy<Contract['clientTag']>
