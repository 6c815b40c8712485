import type { Contract } from '@attune/contract'
import { anyone, signedIn, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const productPolicy = {
  info: anyone,
  legalPage: anyone,
  support: signedIn,
  sendFeedback: signedIn,
} satisfies FeaturePolicy<Contract['product']>
