import type { Contract } from '@attune/contract'
import { clientOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const accessPolicy = {
  mine: clientOnly,
} satisfies FeaturePolicy<Contract['access']>
