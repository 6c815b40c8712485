import type { Contract } from '@attune/contract'
import { fullySignedIn, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const searchPolicy = {
  names: fullySignedIn,
  texts: fullySignedIn,
} satisfies FeaturePolicy<Contract['search']>
