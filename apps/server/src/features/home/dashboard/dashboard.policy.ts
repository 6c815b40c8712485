import type { Contract } from '@attune/contract'
import { fullySignedIn, therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const dashboardPolicy = {
  frame: fullySignedIn,
  attention: therapistOnly,
  get: therapistOnly,
  hideFirstWeek: therapistOnly,
} satisfies FeaturePolicy<Contract['dashboard']>
