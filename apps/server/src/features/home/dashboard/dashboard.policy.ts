import type { Contract } from '@attune/contract'
import { fullySignedIn, therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const dashboardPolicy = {
  frame: fullySignedIn,
  needs: therapistOnly,
  overview: therapistOnly,
  hideFirstWeek: therapistOnly,
} satisfies FeaturePolicy<Contract['dashboard']>
